CREATE TABLE answer (
    id integer NOT NULL,
    sheet integer NOT NULL,
    key text NOT NULL,
    answers text NOT NULL,
    timings text NOT NULL,
    received_at double precision NOT NULL
);
CREATE SEQUENCE answer_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE answer_id_seq OWNED BY answer.id;
CREATE TABLE block (
    id integer NOT NULL,
    study integer NOT NULL,
    name text NOT NULL,
    number integer NOT NULL,
    condition text NOT NULL,
    practice boolean NOT NULL,
    quota integer,
    answered integer NOT NULL,
    taken integer NOT NULL,
    draw integer NOT NULL
);
CREATE SEQUENCE block_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE block_id_seq OWNED BY block.id;
CREATE TABLE block_item (
    block integer NOT NULL,
    "position" integer NOT NULL,
    item integer NOT NULL,
    original integer
);
CREATE TABLE draft (
    sheet integer NOT NULL,
    number bigint NOT NULL,
    answers text NOT NULL,
    saved_at double precision NOT NULL
);
CREATE TABLE event (
    id integer NOT NULL,
    study integer NOT NULL,
    at double precision NOT NULL,
    what text NOT NULL,
    rater integer,
    sheet integer,
    details text NOT NULL
);
CREATE SEQUENCE event_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE event_id_seq OWNED BY event.id;
CREATE TABLE genchal_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE item (
    id integer NOT NULL,
    study integer NOT NULL,
    name text NOT NULL,
    instance text NOT NULL,
    system text NOT NULL,
    kind text NOT NULL,
    content text NOT NULL
);
CREATE SEQUENCE item_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE item_id_seq OWNED BY item.id;
CREATE TABLE judgement (
    id integer NOT NULL,
    sheet integer NOT NULL,
    item integer NOT NULL,
    criterion text NOT NULL,
    value text NOT NULL,
    "position" integer NOT NULL,
    answered_at double precision NOT NULL,
    replaces integer
);
CREATE SEQUENCE judgement_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE judgement_id_seq OWNED BY judgement.id;
CREATE TABLE rater (
    id integer NOT NULL,
    study integer NOT NULL,
    number integer NOT NULL,
    token text NOT NULL,
    digest text NOT NULL,
    state text NOT NULL,
    condition text,
    started_at double precision NOT NULL,
    finished_at double precision
);
CREATE SEQUENCE rater_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE rater_id_seq OWNED BY rater.id;
CREATE TABLE rater_identity (
    id integer NOT NULL,
    rater integer NOT NULL,
    platform text NOT NULL,
    given text NOT NULL,
    given_at double precision NOT NULL
);
CREATE SEQUENCE rater_identity_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE rater_identity_id_seq OWNED BY rater_identity.id;
CREATE TABLE sheet (
    id integer NOT NULL,
    token text NOT NULL,
    block integer NOT NULL,
    rater integer NOT NULL,
    turn integer NOT NULL,
    "order" text NOT NULL,
    seed bigint NOT NULL,
    state text NOT NULL,
    leased_until double precision NOT NULL,
    shown_at double precision NOT NULL
);
CREATE SEQUENCE sheet_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE sheet_id_seq OWNED BY sheet.id;
CREATE TABLE study (
    id integer NOT NULL,
    name text NOT NULL,
    design text NOT NULL,
    seed bigint NOT NULL,
    key text NOT NULL,
    state text NOT NULL,
    created_at double precision NOT NULL
);
CREATE SEQUENCE study_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE study_id_seq OWNED BY study.id;
CREATE TABLE subject (
    study integer NOT NULL,
    instance text NOT NULL,
    content text NOT NULL
);
ALTER TABLE ONLY answer ALTER COLUMN id SET DEFAULT nextval('answer_id_seq'::regclass);
ALTER TABLE ONLY block ALTER COLUMN id SET DEFAULT nextval('block_id_seq'::regclass);
ALTER TABLE ONLY event ALTER COLUMN id SET DEFAULT nextval('event_id_seq'::regclass);
ALTER TABLE ONLY item ALTER COLUMN id SET DEFAULT nextval('item_id_seq'::regclass);
ALTER TABLE ONLY judgement ALTER COLUMN id SET DEFAULT nextval('judgement_id_seq'::regclass);
ALTER TABLE ONLY rater ALTER COLUMN id SET DEFAULT nextval('rater_id_seq'::regclass);
ALTER TABLE ONLY rater_identity ALTER COLUMN id SET DEFAULT nextval('rater_identity_id_seq'::regclass);
ALTER TABLE ONLY sheet ALTER COLUMN id SET DEFAULT nextval('sheet_id_seq'::regclass);
ALTER TABLE ONLY study ALTER COLUMN id SET DEFAULT nextval('study_id_seq'::regclass);
INSERT INTO answer VALUES
	(1, 1, 'key of 4a10eef9709a0a45c23549614c33effd', '{"value":"5"}', '{}', 4),
	(2, 3, 'key of ed5fb6500bbe510addcb0006cb18a4c7', '{"value":"5"}', '{}', 8),
	(3, 4, 'key of 34ee4db57a0254d78816a5952d10fd97', '{"value":"4"}', '{}', 10),
	(4, 5, 'key of 8a823adaadfb2004e3632a7f5717a1f7', '{"value":"5"}', '{}', 101),
	(5, 2, 'key of 06360a21bd1a32803178c2793babe334', '{"value":"5"}', '{}', 102);
INSERT INTO block VALUES
	(1, 1, 'practice', 0, '', true, NULL, 2, 2, 0),
	(3, 1, 'two', 2, '', false, 1, 1, 1, 1431655764),
	(2, 1, 'one', 1, 'picture', false, 1, 1, 1, 715827882);
INSERT INTO block_item VALUES
	(1, 0, 1, 1),
	(2, 0, 2, 2),
	(2, 1, 3, 3),
	(2, 2, 4, 2),
	(3, 0, 5, 5);
INSERT INTO draft VALUES
	(2, 1, '{"q":"\u00e9\u0000"}', 6);
INSERT INTO event VALUES
	(1, 1, 0, 'study created', NULL, NULL, '{"blocks":3,"items":5}'),
	(2, 1, 1, 'arrived', 1, NULL, '{"platform":"prolific"}'),
	(3, 1, 2, 'arrived', 2, NULL, '{"platform":"test"}'),
	(4, 1, 3, 'leased', 1, 1, '{}'),
	(5, 1, 4, 'answered', 1, 1, '{"state":"done"}'),
	(6, 1, 5, 'leased', 1, 2, '{}'),
	(7, 1, 7, 'leased', 2, 3, '{}'),
	(8, 1, 8, 'answered', 2, 3, '{"state":"done"}'),
	(9, 1, 9, 'leased', 2, 4, '{}'),
	(10, 1, 10, 'answered', 2, 4, '{"state":"done"}'),
	(11, 1, 11, 'corrected', 2, 4, '{"reason":"slip","judgements":1}'),
	(12, 1, 100, 'expired', 1, 2, '{}'),
	(13, 1, 100, 'leased', 2, 5, '{}'),
	(14, 1, 101, 'answered', 2, 5, '{"state":"done"}'),
	(15, 1, 102, 'answered', 1, 2, '{"state":"surplus"}');
INSERT INTO genchal_version VALUES
	('0001');
INSERT INTO item VALUES
	(1, 1, 'p', 'on p', 'a system', 'scored', '{"text":"text of p","source":null,"expected":null,"attributes":null}'),
	(2, 1, 'a', 'on a', 'a system', 'scored', '{"text":"text of a","source":null,"expected":null,"attributes":null}'),
	(3, 1, 'b', 'on b', 'a system', 'scored', '{"text":"text of b","source":null,"expected":null,"attributes":null}'),
	(4, 1, 'a-again', 'on a', 'a system', 'repeat', '{"text":"text of a-again","source":"a","expected":null,"attributes":null}'),
	(5, 1, 'c', 'on c', 'a system', 'scored', '{"text":"text of c","source":null,"expected":null,"attributes":null}');
INSERT INTO judgement VALUES
	(1, 1, 1, 'quality', '5', 0, 4, NULL),
	(2, 3, 1, 'quality', '5', 0, 8, NULL),
	(3, 4, 5, 'quality', '4', 0, 10, NULL),
	(4, 4, 5, 'quality', '3', 0, 11, 3),
	(5, 5, 4, 'quality', '5', 0, 101, NULL),
	(6, 5, 3, 'quality', '5', 1, 101, NULL),
	(7, 5, 2, 'quality', '5', 2, 101, NULL),
	(8, 2, 3, 'quality', '5', 0, 102, NULL),
	(9, 2, 4, 'quality', '5', 1, 102, NULL),
	(10, 2, 2, 'quality', '5', 2, 102, NULL);
INSERT INTO rater VALUES
	(1, 1, 1, '958ec92581864c8330274198c9af87f4', '27791399f8a1540e361f6e863226612272576cb58b73b3400423e25f4b66cdd4', 'arrived', NULL, 1, NULL),
	(2, 1, 2, '18063d461c6a45b341ef2f23354d4de7', '2c5eb6244240bf3f6df4d7598abf5d7bfa06028b0665aff69face397c170d9ee', 'arrived', NULL, 2, NULL);
INSERT INTO rater_identity VALUES
	(1, 1, 'prolific', '{"PROLIFIC_PID":"5f3a"}', 1);
INSERT INTO sheet VALUES
	(1, '4a10eef9709a0a45c23549614c33effd', 1, 1, 0, '[0]', 3638418140740213398, 'done', 63, 3),
	(3, 'ed5fb6500bbe510addcb0006cb18a4c7', 1, 2, 1, '[0]', 2989106635946903274, 'done', 67, 7),
	(4, '34ee4db57a0254d78816a5952d10fd97', 3, 2, 0, '[0]', 1380406605919258222, 'done', 69, 9),
	(5, '8a823adaadfb2004e3632a7f5717a1f7', 2, 2, 0, '[2,1,0]', 1909499935816741964, 'done', 160, 100),
	(2, '06360a21bd1a32803178c2793babe334', 2, 1, 0, '[1,2,0]', 263003484773195716, 'surplus', 65, 5);
INSERT INTO study VALUES
	(1, 'quality', '{"method":"likert"}', 1, '60d9d90aa28c54c07f0340e6a300944cb7a1b23887773881ab4df611b80dab26', 'open', 0);
INSERT INTO subject VALUES
	(1, 'on p', '{"input":{"slots":[["name","on p"]]},"references":[]}'),
	(1, 'on a', '{"input":{"slots":[["name","on a"]]},"references":[]}'),
	(1, 'on b', '{"input":{"slots":[["name","on b"]]},"references":[]}'),
	(1, 'on c', '{"input":{"slots":[["name","on c"]]},"references":[]}');
SELECT pg_catalog.setval('answer_id_seq', 5, true);
SELECT pg_catalog.setval('block_id_seq', 3, true);
SELECT pg_catalog.setval('event_id_seq', 15, true);
SELECT pg_catalog.setval('item_id_seq', 5, true);
SELECT pg_catalog.setval('judgement_id_seq', 10, true);
SELECT pg_catalog.setval('rater_id_seq', 2, true);
SELECT pg_catalog.setval('rater_identity_id_seq', 1, true);
SELECT pg_catalog.setval('sheet_id_seq', 5, true);
SELECT pg_catalog.setval('study_id_seq', 1, true);
ALTER TABLE ONLY genchal_version
    ADD CONSTRAINT genchal_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY answer
    ADD CONSTRAINT pk_answer PRIMARY KEY (id);
ALTER TABLE ONLY block
    ADD CONSTRAINT pk_block PRIMARY KEY (id);
ALTER TABLE ONLY block_item
    ADD CONSTRAINT pk_block_item PRIMARY KEY (block, "position");
ALTER TABLE ONLY draft
    ADD CONSTRAINT pk_draft PRIMARY KEY (sheet);
ALTER TABLE ONLY event
    ADD CONSTRAINT pk_event PRIMARY KEY (id);
ALTER TABLE ONLY item
    ADD CONSTRAINT pk_item PRIMARY KEY (id);
ALTER TABLE ONLY judgement
    ADD CONSTRAINT pk_judgement PRIMARY KEY (id);
ALTER TABLE ONLY rater
    ADD CONSTRAINT pk_rater PRIMARY KEY (id);
ALTER TABLE ONLY rater_identity
    ADD CONSTRAINT pk_rater_identity PRIMARY KEY (id);
ALTER TABLE ONLY sheet
    ADD CONSTRAINT pk_sheet PRIMARY KEY (id);
ALTER TABLE ONLY study
    ADD CONSTRAINT pk_study PRIMARY KEY (id);
ALTER TABLE ONLY subject
    ADD CONSTRAINT pk_subject PRIMARY KEY (study, instance);
ALTER TABLE ONLY answer
    ADD CONSTRAINT uq_answer_sheet UNIQUE (sheet);
ALTER TABLE ONLY block
    ADD CONSTRAINT uq_block_study_name UNIQUE (study, name);
ALTER TABLE ONLY item
    ADD CONSTRAINT uq_item_study_name UNIQUE (study, name);
ALTER TABLE ONLY judgement
    ADD CONSTRAINT uq_judgement_replaces UNIQUE (replaces);
ALTER TABLE ONLY rater
    ADD CONSTRAINT uq_rater_study_digest UNIQUE (study, digest);
ALTER TABLE ONLY rater
    ADD CONSTRAINT uq_rater_study_number UNIQUE (study, number);
ALTER TABLE ONLY rater
    ADD CONSTRAINT uq_rater_token UNIQUE (token);
ALTER TABLE ONLY sheet
    ADD CONSTRAINT uq_sheet_block_rater UNIQUE (block, rater);
ALTER TABLE ONLY sheet
    ADD CONSTRAINT uq_sheet_token UNIQUE (token);
ALTER TABLE ONLY study
    ADD CONSTRAINT uq_study_name UNIQUE (name);
CREATE INDEX ix_block_item_original ON block_item USING btree (original);
CREATE INDEX ix_block_study_practice_taken_draw ON block USING btree (study, practice, taken, draw);
CREATE INDEX ix_event_study ON event USING btree (study);
CREATE INDEX ix_judgement_sheet ON judgement USING btree (sheet);
CREATE INDEX ix_rater_identity_rater ON rater_identity USING btree (rater);
CREATE INDEX ix_sheet_lease ON sheet USING btree (leased_until) WHERE (state = 'open'::text);
CREATE INDEX ix_sheet_rater ON sheet USING btree (rater);
CREATE UNIQUE INDEX uq_sheet_open ON sheet USING btree (rater) WHERE (state = 'open'::text);
ALTER TABLE ONLY answer
    ADD CONSTRAINT fk_answer_sheet FOREIGN KEY (sheet) REFERENCES sheet(id);
ALTER TABLE ONLY block_item
    ADD CONSTRAINT fk_block_item_block FOREIGN KEY (block) REFERENCES block(id);
ALTER TABLE ONLY block_item
    ADD CONSTRAINT fk_block_item_item FOREIGN KEY (item) REFERENCES item(id);
ALTER TABLE ONLY block_item
    ADD CONSTRAINT fk_block_item_original FOREIGN KEY (original) REFERENCES item(id);
ALTER TABLE ONLY block
    ADD CONSTRAINT fk_block_study FOREIGN KEY (study) REFERENCES study(id);
ALTER TABLE ONLY draft
    ADD CONSTRAINT fk_draft_sheet FOREIGN KEY (sheet) REFERENCES sheet(id);
ALTER TABLE ONLY event
    ADD CONSTRAINT fk_event_rater FOREIGN KEY (rater) REFERENCES rater(id);
ALTER TABLE ONLY event
    ADD CONSTRAINT fk_event_sheet FOREIGN KEY (sheet) REFERENCES sheet(id);
ALTER TABLE ONLY event
    ADD CONSTRAINT fk_event_study FOREIGN KEY (study) REFERENCES study(id);
ALTER TABLE ONLY item
    ADD CONSTRAINT fk_item_study FOREIGN KEY (study) REFERENCES study(id);
ALTER TABLE ONLY judgement
    ADD CONSTRAINT fk_judgement_item FOREIGN KEY (item) REFERENCES item(id);
ALTER TABLE ONLY judgement
    ADD CONSTRAINT fk_judgement_replaces FOREIGN KEY (replaces) REFERENCES judgement(id);
ALTER TABLE ONLY judgement
    ADD CONSTRAINT fk_judgement_sheet FOREIGN KEY (sheet) REFERENCES sheet(id);
ALTER TABLE ONLY rater_identity
    ADD CONSTRAINT fk_rater_identity_rater FOREIGN KEY (rater) REFERENCES rater(id);
ALTER TABLE ONLY rater
    ADD CONSTRAINT fk_rater_study FOREIGN KEY (study) REFERENCES study(id);
ALTER TABLE ONLY sheet
    ADD CONSTRAINT fk_sheet_block FOREIGN KEY (block) REFERENCES block(id);
ALTER TABLE ONLY sheet
    ADD CONSTRAINT fk_sheet_rater FOREIGN KEY (rater) REFERENCES rater(id);
ALTER TABLE ONLY subject
    ADD CONSTRAINT fk_subject_study FOREIGN KEY (study) REFERENCES study(id);
