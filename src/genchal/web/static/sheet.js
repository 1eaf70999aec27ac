// A sheet: makes its widgets better than plain HTML can, then looks after drafts, times and sending.

import { enhanceChecks } from "./checks.js";
import { Draft } from "./draft.js";
import { enhanceFeedback, mayLeave } from "./feedback.js";
import { tidy } from "./keep.js";
import { enhanceKeys } from "./keys.js";
import { enhanceLiveOrder } from "./live_order.js";
import { enhanceOrder } from "./order.js";
import { sendKept } from "./page.js";
import { enhancePaging } from "./paging.js";
import { enhancePointing } from "./pointing.js";
import { focusProblem, forgetMended } from "./problems.js";
import { Sending } from "./send.js";
import { enhanceSlider } from "./slider.js";
import { enhanceSpans } from "./spans.js";
import { Timing } from "./timing.js";
import { enhanceWriting } from "./writing.js";

const ENHANCED = {
  checks: enhanceChecks, feedback: enhanceFeedback, order: enhanceOrder, pointing: enhancePointing, slider: enhanceSlider,
  spans: enhanceSpans, writing: enhanceWriting,
};

const form = document.getElementById("sheet");
for (const widget of form.querySelectorAll("[data-widget]")) ENHANCED[widget.dataset.widget]?.(widget, form);
enhanceLiveOrder(form);
enhanceKeys(form);
forgetMended(form);

const timing = new Timing(form);
const draft = new Draft(form, timing);
draft.restore();
enhancePaging(form);
timing.watch();
draft.watch();
new Sending(form, draft, timing, mayLeave).watch();
focusProblem(form);
sendKept(form.dataset.sheet);
tidy();
document.documentElement.dataset.ready = ""; // for tests: all is in place
