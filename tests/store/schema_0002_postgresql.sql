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
    draw integer NOT NULL,
    variant text
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
CREATE TABLE sound (
    study integer NOT NULL,
    system text NOT NULL,
    instance text NOT NULL,
    media_type text NOT NULL,
    data bytea NOT NULL
);
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
INSERT INTO answer VALUES (1, 1, 'key of bc42db1880bfbdf43eefc25d52bf316f', '{"value":"5"}', '{}', 20);
INSERT INTO answer VALUES (2, 2, 'key of bc07fce9c526c3b8399645b6eb287c0f', '{"value":"5"}', '{}', 20);
INSERT INTO answer VALUES (3, 3, 'key of 7a6c683648bcdeeeb4bcc1ef8dad71bb', '{"value":"5"}', '{}', 22);
INSERT INTO block VALUES (2, 1, 'b0', 1, '', false, 2, 0, 0, 536870911, NULL);
INSERT INTO block VALUES (4, 1, 'b2', 3, '', false, 2, 1, 1, 1610612733, NULL);
INSERT INTO block VALUES (1, 1, 'p', 0, '', true, NULL, 2, 2, 0, NULL);
INSERT INTO block VALUES (3, 1, 'b1', 2, '', false, 2, 0, 1, 1073741822, NULL);
INSERT INTO block_item VALUES (1, 0, 1, NULL);
INSERT INTO block_item VALUES (2, 0, 2, NULL);
INSERT INTO block_item VALUES (2, 1, 3, NULL);
INSERT INTO block_item VALUES (3, 0, 4, NULL);
INSERT INTO block_item VALUES (3, 1, 5, NULL);
INSERT INTO block_item VALUES (4, 0, 6, NULL);
INSERT INTO block_item VALUES (4, 1, 7, NULL);
INSERT INTO draft VALUES (4, 3, '{"value":"4"}', 31);
INSERT INTO event VALUES (1, 1, 0, 'study created', NULL, NULL, '{"blocks":4,"items":7}');
INSERT INTO genchal_version VALUES ('0002');
INSERT INTO item VALUES (1, 1, 'x', 'on x', 'a system', 'scored', '{"text":"text of x","source":null,"expected":null,"attributes":null}');
INSERT INTO item VALUES (2, 1, 'b0i0', 'on b0i0', 'a system', 'scored', '{"text":"text of b0i0","source":null,"expected":null,"attributes":null}');
INSERT INTO item VALUES (3, 1, 'b0i1', 'on b0i1', 'a system', 'scored', '{"text":"text of b0i1","source":null,"expected":null,"attributes":null}');
INSERT INTO item VALUES (4, 1, 'b1i0', 'on b1i0', 'a system', 'scored', '{"text":"text of b1i0","source":null,"expected":null,"attributes":null}');
INSERT INTO item VALUES (5, 1, 'b1i1', 'on b1i1', 'a system', 'scored', '{"text":"text of b1i1","source":null,"expected":null,"attributes":null}');
INSERT INTO item VALUES (6, 1, 'b2i0', 'on b2i0', 'a system', 'scored', '{"text":"text of b2i0","source":null,"expected":null,"attributes":null}');
INSERT INTO item VALUES (7, 1, 'b2i1', 'on b2i1', 'a system', 'scored', '{"text":"text of b2i1","source":null,"expected":null,"attributes":null}');
INSERT INTO judgement VALUES (1, 1, 1, 'quality', '5', 0, 20, NULL);
INSERT INTO judgement VALUES (2, 2, 7, 'quality', '5', 0, 20, NULL);
INSERT INTO judgement VALUES (3, 2, 6, 'quality', '5', 1, 20, NULL);
INSERT INTO judgement VALUES (4, 3, 1, 'quality', '5', 0, 22, NULL);
INSERT INTO rater VALUES (1, 1, 1, '8d4f992782df309dd9921c7f79e0c302', '9891b8acd4f59c7c3ed9cf0f66abec8ea07b9ee177eeb66222c90003a195abd6', 'arrived', NULL, 1, NULL);
INSERT INTO rater VALUES (2, 1, 2, '94dd80ca46f47dc69d618729e186fcfb', 'b3e9706705c333ceae8ea351a737819e5d259dd86d8141eeebcd097b14e7c258', 'arrived', NULL, 2, NULL);
INSERT INTO rater_identity VALUES (1, 1, 'prolific', '{"PROLIFIC_PID":"5f1e5f1e5f1e5f1e5f1e5f1e"}', 1);
INSERT INTO sheet VALUES (1, 'bc42db1880bfbdf43eefc25d52bf316f', 1, 1, 0, '[0]', 3638418140740213398, 'done', 70, 10);
INSERT INTO sheet VALUES (2, 'bc07fce9c526c3b8399645b6eb287c0f', 4, 1, 0, '[1,0]', 715938217190573281, 'done', 70, 10);
INSERT INTO sheet VALUES (3, '7a6c683648bcdeeeb4bcc1ef8dad71bb', 1, 2, 1, '[0]', 2989106635946903274, 'done', 72, 12);
INSERT INTO sheet VALUES (4, '930800e024bdcd0dd186b51afff72b0d', 3, 2, 0, '[1,0]', 1380406605919258222, 'open', 90, 30);
INSERT INTO study VALUES (1, 'quality', '{"method":"likert"}', 1, 'b7c277d28f6c2e4aa36f384d77e7a8473bdb7d99fd2b7bcb7c6682d20fb25598', 'open', 0);
INSERT INTO subject VALUES (1, 'on x', '{"input":{"slots":[["name","on x"]]},"references":[]}');
INSERT INTO subject VALUES (1, 'on b0i0', '{"input":{"slots":[["name","on b0i0"]]},"references":[]}');
INSERT INTO subject VALUES (1, 'on b0i1', '{"input":{"slots":[["name","on b0i1"]]},"references":[]}');
INSERT INTO subject VALUES (1, 'on b1i0', '{"input":{"slots":[["name","on b1i0"]]},"references":[]}');
INSERT INTO subject VALUES (1, 'on b1i1', '{"input":{"slots":[["name","on b1i1"]]},"references":[]}');
INSERT INTO subject VALUES (1, 'on b2i0', '{"input":{"slots":[["name","on b2i0"]]},"references":[]}');
INSERT INTO subject VALUES (1, 'on b2i1', '{"input":{"slots":[["name","on b2i1"]]},"references":[]}');
SELECT pg_catalog.setval('answer_id_seq', 3, true);
SELECT pg_catalog.setval('block_id_seq', 4, true);
SELECT pg_catalog.setval('event_id_seq', 1, true);
SELECT pg_catalog.setval('item_id_seq', 7, true);
SELECT pg_catalog.setval('judgement_id_seq', 4, true);
SELECT pg_catalog.setval('rater_id_seq', 2, true);
SELECT pg_catalog.setval('rater_identity_id_seq', 1, true);
SELECT pg_catalog.setval('sheet_id_seq', 4, true);
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
ALTER TABLE ONLY sound
    ADD CONSTRAINT pk_sound PRIMARY KEY (study, system, instance);
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
CREATE INDEX ix_sheet_rater_state ON sheet USING btree (rater, state);
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
ALTER TABLE ONLY sound
    ADD CONSTRAINT fk_sound_study FOREIGN KEY (study) REFERENCES study(id);
ALTER TABLE ONLY subject
    ADD CONSTRAINT fk_subject_study FOREIGN KEY (study) REFERENCES study(id);
