/* Which instances are listed, and in what order. All of it works on columns, so that 600,000 outputs take milliseconds. */

/* Half of the last decimal that is shown: a score shown as 0.7000 is at least 0.7. */
const HALF_A_DECIMAL = 0.00005;

function isWorse(column, a, b) {
  return column.higher === false ? a > b : a < b;
}

/* The state of the controls; -1 is "any" and "none". */
function emptyChoice() {
  return { find: "", order: "file", column: 0, system: -1, low: NaN, high: NaN, error: "", tag: -1, worse: -1, better: -1 };
}

function hasFilters(choice) {
  return Boolean(choice.find || choice.error || choice.tag >= 0 || !Number.isNaN(choice.low) || !Number.isNaN(choice.high)
    || (choice.worse >= 0 && choice.better >= 0));
}

/* A flag for every instance: whether the filters keep it. */
function keptInstances(data, choice) {
  const { count, systems } = data;
  const kept = choice.find ? data.search(choice.find, choice.system) : new Uint8Array(count).fill(1);
  const values = data.columns[choice.column];
  const [from, to] = choice.system >= 0 ? [choice.system, choice.system + 1] : [0, systems];

  /* Keeps instances where the number of one of the systems lies between these, or of all that have one. */
  function keepBetween(column, low, high, all) {
    for (let i = 0; i < count; i += 1) {
      if (!kept[i]) continue;
      let [known, passed] = [0, 0];
      for (let at = i * systems + from; at < i * systems + to; at += 1) {
        const value = column[at];
        if (value === value) known += 1;
        if (value >= low && value <= high) passed += 1;
      }
      kept[i] = all ? known > 0 && passed === known : passed > 0;
    }
  }

  if (choice.tag >= 0) {
    const bits = data.tagged(choice.tag);
    for (let i = 0; i < count; i += 1) kept[i] &= bits[i >> 3] >> (i & 7);
  }
  if (values && !(Number.isNaN(choice.low) && Number.isNaN(choice.high))) {
    const low = Number.isNaN(choice.low) ? -Infinity : choice.low - HALF_A_DECIMAL;
    const high = Number.isNaN(choice.high) ? Infinity : choice.high + HALF_A_DECIMAL;
    keepBetween(values, low, high, false);
  }
  if (choice.error) {
    const without = choice.error === "none";
    const column = data.columns[data.index.errors[without ? 0 : Number(choice.error)].column];
    if (column && without) keepBetween(column, 0, 0, true);
    else if (column) keepBetween(column, HALF_A_DECIMAL, Infinity, false);
  }
  if (values && choice.worse >= 0 && choice.better >= 0) {
    const column = data.index.columns[choice.column];
    for (let i = 0; i < count; i += 1) {
      kept[i] &= isWorse(column, values[i * systems + choice.worse], values[i * systems + choice.better]);
    }
  }
  return kept;
}

/* Ends, mean and deviation of a column, turned so that higher is better: what makes measures and people comparable. */
function standardOf(data, place) {
  data.standards ??= new Map();
  if (!data.standards.has(place)) {
    let [n, sum, squares, low, high] = [0, 0, 0, Infinity, -Infinity];
    for (const value of data.columns[place]) {
      if (Number.isNaN(value)) continue;
      n += 1;
      if (value < low) low = value;
      if (value > high) high = value;
      sum += value;
      squares += value * value;
    }
    const mean = sum / n;
    const deviation = Math.sqrt(Math.max(0, squares / n - mean * mean));
    const sign = data.index.columns[place].higher === false ? -1 : 1;
    data.standards.set(place, { mean, factor: deviation > 1e-9 ? sign / deviation : 0, low, high });
  }
  return data.standards.get(place);
}

/* Measures are set against people, people against measures; where nobody judged, measures against each other. */
function rivalColumns(data, place) {
  const { columns } = data.index;
  const others = columns.map((_, other) => other).filter((other) => other !== place && data.columns[other]);
  const rivals = others.filter((other) => columns[other].people !== columns[place].people);
  return rivals.length ? rivals : others;
}

/* A number per instance by which the list is ordered, highest first; NaN goes last. Null: the order of the test set. */
function orderKeys(data, choice) {
  const { count, systems } = data;
  const [from, to] = choice.system >= 0 ? [choice.system, choice.system + 1] : [0, systems];
  const values = data.columns[choice.column];
  if (choice.order === "words") return data.variety;
  if (choice.order === "file" || !values) return null;
  const keys = new Float64Array(count).fill(NaN);
  if (choice.order === "disputed") {
    const own = standardOf(data, choice.column);
    for (const rival of rivalColumns(data, choice.column)) {
      const [other, theirs] = [data.columns[rival], standardOf(data, rival)];
      for (let i = 0; i < count; i += 1) {
        for (let at = i * systems + from; at < i * systems + to; at += 1) {
          const gap = Math.abs((values[at] - own.mean) * own.factor - (other[at] - theirs.mean) * theirs.factor);
          if (gap >= 0 && !(keys[i] >= gap)) keys[i] = gap;
        }
      }
    }
    return keys;
  }
  const worstIsHigh = data.index.columns[choice.column].higher === false;
  for (let i = 0; i < count; i += 1) {
    let [n, sum, low, high] = [0, 0, Infinity, -Infinity];
    /* How far systems are apart is always about all of them. */
    const [start, end] = choice.order === "spread" ? [0, systems] : [from, to];
    for (let at = i * systems + start; at < i * systems + end; at += 1) {
      const value = values[at];
      if (Number.isNaN(value)) continue;
      n += 1;
      sum += value;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (choice.order === "spread") keys[i] = n > 1 ? high - low : NaN;
    else if (n) keys[i] = worstIsHigh ? sum / n : -sum / n;
  }
  return keys;
}

/* All instances in their order, with its keys. The last order is remembered: most of the time only filters change. */
function instanceOrder(data, choice) {
  const columns = data.columns.map((column) => Number(column !== null)).join("");
  const asked = [choice.order, choice.column, choice.system, columns].join(" ");
  if (data.lastOrder?.asked !== asked) {
    const keys = orderKeys(data, choice);
    const places = Uint32Array.from({ length: data.count }, (_, place) => place);
    if (keys) {
      const last = Float64Array.from(keys, (key) => (Number.isNaN(key) ? -Infinity : key));
      places.sort((a, b) => (last[a] === last[b] ? a - b : last[b] - last[a]));
    }
    data.lastOrder = { asked, keys, places };
  }
  return data.lastOrder;
}

function listedInstances(data, choice) {
  const kept = keptInstances(data, choice);
  const { keys, places } = instanceOrder(data, choice);
  return { keys, listed: Array.from(places.filter((place) => kept[place])) };
}

/* What an entry says about the order it stands in. */
function keyText(choice, column, key) {
  if (Number.isNaN(key)) return "–";
  if (choice.order === "spread") return "Δ " + key.toFixed(3);
  if (choice.order === "words") return Math.round(100 * key) + " % of words";
  if (choice.order === "disputed") return key.toFixed(1) + " sd apart";
  return (choice.system < 0 ? "mean " : "") + (column.higher === false ? key : -key).toFixed(3);
}
