BEGIN TRANSACTION;
CREATE TABLE answer (
	id INTEGER NOT NULL, 
	sheet INTEGER NOT NULL, 
	"key" TEXT NOT NULL, 
	answers TEXT NOT NULL, 
	timings TEXT NOT NULL, 
	received_at DOUBLE NOT NULL, 
	CONSTRAINT pk_answer PRIMARY KEY (id), 
	CONSTRAINT uq_answer_sheet UNIQUE (sheet), 
	CONSTRAINT fk_answer_sheet FOREIGN KEY(sheet) REFERENCES sheet (id)
);
INSERT INTO "answer" VALUES(1,1,'key of 0b89a9d602fc9b03a727418f9259f49c','{"value":"5"}','{}',4.0);
INSERT INTO "answer" VALUES(2,3,'key of c2cd0750b0d3000f19a102ed138d32db','{"value":"5"}','{}',8.0);
INSERT INTO "answer" VALUES(3,4,'key of 7eafee4b4884b637d88e786aaef93a39','{"value":"4"}','{}',10.0);
INSERT INTO "answer" VALUES(4,5,'key of 4b422d9ef91e4c40cbb3edd1cc313b96','{"value":"5"}','{}',101.0);
INSERT INTO "answer" VALUES(5,2,'key of 0aadfde76966cd37b932451968cd87d7','{"value":"5"}','{}',102.0);
CREATE TABLE block (
	id INTEGER NOT NULL, 
	study INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	condition TEXT NOT NULL, 
	practice BOOLEAN NOT NULL, 
	quota INTEGER, 
	answered INTEGER NOT NULL, 
	taken INTEGER NOT NULL, 
	draw INTEGER NOT NULL, 
	CONSTRAINT pk_block PRIMARY KEY (id), 
	CONSTRAINT uq_block_study_name UNIQUE (study, name), 
	CONSTRAINT fk_block_study FOREIGN KEY(study) REFERENCES study (id)
);
INSERT INTO "block" VALUES(1,1,'practice',0,'',1,NULL,2,2,0);
INSERT INTO "block" VALUES(2,1,'one',1,'picture',0,1,1,1,715827882);
INSERT INTO "block" VALUES(3,1,'two',2,'',0,1,1,1,1431655764);
CREATE TABLE block_item (
	block INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	item INTEGER NOT NULL, 
	original INTEGER, 
	CONSTRAINT pk_block_item PRIMARY KEY (block, position), 
	CONSTRAINT fk_block_item_block FOREIGN KEY(block) REFERENCES block (id), 
	CONSTRAINT fk_block_item_item FOREIGN KEY(item) REFERENCES item (id), 
	CONSTRAINT fk_block_item_original FOREIGN KEY(original) REFERENCES item (id)
);
INSERT INTO "block_item" VALUES(1,0,1,1);
INSERT INTO "block_item" VALUES(2,0,2,2);
INSERT INTO "block_item" VALUES(2,1,3,3);
INSERT INTO "block_item" VALUES(2,2,4,2);
INSERT INTO "block_item" VALUES(3,0,5,5);
CREATE TABLE draft (
	sheet INTEGER NOT NULL, 
	number BIGINT NOT NULL, 
	answers TEXT NOT NULL, 
	saved_at DOUBLE NOT NULL, 
	CONSTRAINT pk_draft PRIMARY KEY (sheet), 
	CONSTRAINT fk_draft_sheet FOREIGN KEY(sheet) REFERENCES sheet (id)
);
INSERT INTO "draft" VALUES(2,1,'{"q":"\u00e9\u0000"}',6.0);
CREATE TABLE event (
	id INTEGER NOT NULL, 
	study INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	what TEXT NOT NULL, 
	rater INTEGER, 
	sheet INTEGER, 
	details TEXT NOT NULL, 
	CONSTRAINT pk_event PRIMARY KEY (id), 
	CONSTRAINT fk_event_study FOREIGN KEY(study) REFERENCES study (id), 
	CONSTRAINT fk_event_rater FOREIGN KEY(rater) REFERENCES rater (id), 
	CONSTRAINT fk_event_sheet FOREIGN KEY(sheet) REFERENCES sheet (id)
);
INSERT INTO "event" VALUES(1,1,0.0,'study created',NULL,NULL,'{"blocks":3,"items":5}');
INSERT INTO "event" VALUES(2,1,1.0,'arrived',1,NULL,'{"platform":"prolific"}');
INSERT INTO "event" VALUES(3,1,2.0,'arrived',2,NULL,'{"platform":"test"}');
INSERT INTO "event" VALUES(4,1,3.0,'leased',1,1,'{}');
INSERT INTO "event" VALUES(5,1,4.0,'answered',1,1,'{"state":"done"}');
INSERT INTO "event" VALUES(6,1,5.0,'leased',1,2,'{}');
INSERT INTO "event" VALUES(7,1,7.0,'leased',2,3,'{}');
INSERT INTO "event" VALUES(8,1,8.0,'answered',2,3,'{"state":"done"}');
INSERT INTO "event" VALUES(9,1,9.0,'leased',2,4,'{}');
INSERT INTO "event" VALUES(10,1,10.0,'answered',2,4,'{"state":"done"}');
INSERT INTO "event" VALUES(11,1,11.0,'corrected',2,4,'{"reason":"slip","judgements":1}');
INSERT INTO "event" VALUES(12,1,100.0,'expired',1,2,'{}');
INSERT INTO "event" VALUES(13,1,100.0,'leased',2,5,'{}');
INSERT INTO "event" VALUES(14,1,101.0,'answered',2,5,'{"state":"done"}');
INSERT INTO "event" VALUES(15,1,102.0,'answered',1,2,'{"state":"surplus"}');
CREATE TABLE genchal_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT genchal_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "genchal_version" VALUES('0001');
CREATE TABLE item (
	id INTEGER NOT NULL, 
	study INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	instance TEXT NOT NULL, 
	system TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	content TEXT NOT NULL, 
	CONSTRAINT pk_item PRIMARY KEY (id), 
	CONSTRAINT uq_item_study_name UNIQUE (study, name), 
	CONSTRAINT fk_item_study FOREIGN KEY(study) REFERENCES study (id)
);
INSERT INTO "item" VALUES(1,1,'p','on p','a system','scored','{"text":"text of p","source":null,"expected":null,"attributes":null}');
INSERT INTO "item" VALUES(2,1,'a','on a','a system','scored','{"text":"text of a","source":null,"expected":null,"attributes":null}');
INSERT INTO "item" VALUES(3,1,'b','on b','a system','scored','{"text":"text of b","source":null,"expected":null,"attributes":null}');
INSERT INTO "item" VALUES(4,1,'a-again','on a','a system','repeat','{"text":"text of a-again","source":"a","expected":null,"attributes":null}');
INSERT INTO "item" VALUES(5,1,'c','on c','a system','scored','{"text":"text of c","source":null,"expected":null,"attributes":null}');
CREATE TABLE judgement (
	id INTEGER NOT NULL, 
	sheet INTEGER NOT NULL, 
	item INTEGER NOT NULL, 
	criterion TEXT NOT NULL, 
	value TEXT NOT NULL, 
	position INTEGER NOT NULL, 
	answered_at DOUBLE NOT NULL, 
	replaces INTEGER, 
	CONSTRAINT pk_judgement PRIMARY KEY (id), 
	CONSTRAINT uq_judgement_replaces UNIQUE (replaces), 
	CONSTRAINT fk_judgement_sheet FOREIGN KEY(sheet) REFERENCES sheet (id), 
	CONSTRAINT fk_judgement_item FOREIGN KEY(item) REFERENCES item (id), 
	CONSTRAINT fk_judgement_replaces FOREIGN KEY(replaces) REFERENCES judgement (id)
);
INSERT INTO "judgement" VALUES(1,1,1,'quality','5',0,4.0,NULL);
INSERT INTO "judgement" VALUES(2,3,1,'quality','5',0,8.0,NULL);
INSERT INTO "judgement" VALUES(3,4,5,'quality','4',0,10.0,NULL);
INSERT INTO "judgement" VALUES(4,4,5,'quality','3',0,11.0,3);
INSERT INTO "judgement" VALUES(5,5,4,'quality','5',0,101.0,NULL);
INSERT INTO "judgement" VALUES(6,5,3,'quality','5',1,101.0,NULL);
INSERT INTO "judgement" VALUES(7,5,2,'quality','5',2,101.0,NULL);
INSERT INTO "judgement" VALUES(8,2,3,'quality','5',0,102.0,NULL);
INSERT INTO "judgement" VALUES(9,2,4,'quality','5',1,102.0,NULL);
INSERT INTO "judgement" VALUES(10,2,2,'quality','5',2,102.0,NULL);
CREATE TABLE rater (
	id INTEGER NOT NULL, 
	study INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	token TEXT NOT NULL, 
	digest TEXT NOT NULL, 
	state TEXT NOT NULL, 
	condition TEXT, 
	started_at DOUBLE NOT NULL, 
	finished_at DOUBLE, 
	CONSTRAINT pk_rater PRIMARY KEY (id), 
	CONSTRAINT uq_rater_token UNIQUE (token), 
	CONSTRAINT uq_rater_study_number UNIQUE (study, number), 
	CONSTRAINT uq_rater_study_digest UNIQUE (study, digest), 
	CONSTRAINT fk_rater_study FOREIGN KEY(study) REFERENCES study (id)
);
INSERT INTO "rater" VALUES(1,1,1,'0c270ef5d1159ed590e1d65cc6d8127c','3aadad847898810aea5a75c78285c0526c586d235693a2bfecdadbe2fe22ac73','arrived',NULL,1.0,NULL);
INSERT INTO "rater" VALUES(2,1,2,'164ede731407f3d2cc8ad32971f0b425','feebb77909510b81204111edd651b2637c3f8c89e711790365fe7327909972ce','arrived',NULL,2.0,NULL);
CREATE TABLE rater_identity (
	id INTEGER NOT NULL, 
	rater INTEGER NOT NULL, 
	platform TEXT NOT NULL, 
	given TEXT NOT NULL, 
	given_at DOUBLE NOT NULL, 
	CONSTRAINT pk_rater_identity PRIMARY KEY (id), 
	CONSTRAINT fk_rater_identity_rater FOREIGN KEY(rater) REFERENCES rater (id)
);
INSERT INTO "rater_identity" VALUES(1,1,'prolific','{"PROLIFIC_PID":"5f3a"}',1.0);
CREATE TABLE sheet (
	id INTEGER NOT NULL, 
	token TEXT NOT NULL, 
	block INTEGER NOT NULL, 
	rater INTEGER NOT NULL, 
	turn INTEGER NOT NULL, 
	"order" TEXT NOT NULL, 
	seed BIGINT NOT NULL, 
	state TEXT NOT NULL, 
	leased_until DOUBLE NOT NULL, 
	shown_at DOUBLE NOT NULL, 
	CONSTRAINT pk_sheet PRIMARY KEY (id), 
	CONSTRAINT uq_sheet_token UNIQUE (token), 
	CONSTRAINT uq_sheet_block_rater UNIQUE (block, rater), 
	CONSTRAINT fk_sheet_block FOREIGN KEY(block) REFERENCES block (id), 
	CONSTRAINT fk_sheet_rater FOREIGN KEY(rater) REFERENCES rater (id)
);
INSERT INTO "sheet" VALUES(1,'0b89a9d602fc9b03a727418f9259f49c',1,1,0,'[0]',3638418140740213398,'done',63.0,3.0);
INSERT INTO "sheet" VALUES(2,'0aadfde76966cd37b932451968cd87d7',2,1,0,'[1,2,0]',263003484773195716,'surplus',65.0,5.0);
INSERT INTO "sheet" VALUES(3,'c2cd0750b0d3000f19a102ed138d32db',1,2,1,'[0]',2989106635946903274,'done',67.0,7.0);
INSERT INTO "sheet" VALUES(4,'7eafee4b4884b637d88e786aaef93a39',3,2,0,'[0]',1380406605919258222,'done',69.0,9.0);
INSERT INTO "sheet" VALUES(5,'4b422d9ef91e4c40cbb3edd1cc313b96',2,2,0,'[2,1,0]',1909499935816741964,'done',160.0,100.0);
CREATE TABLE study (
	id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	design TEXT NOT NULL, 
	seed BIGINT NOT NULL, 
	"key" TEXT NOT NULL, 
	state TEXT NOT NULL, 
	created_at DOUBLE NOT NULL, 
	CONSTRAINT pk_study PRIMARY KEY (id), 
	CONSTRAINT uq_study_name UNIQUE (name)
);
INSERT INTO "study" VALUES(1,'quality','{"method":"likert"}',1,'8b3bf6ffb603715bb1512fcf458c2e52a18361e72c99b981bb10687033ffbe4e','open',0.0);
CREATE TABLE subject (
	study INTEGER NOT NULL, 
	instance TEXT NOT NULL, 
	content TEXT NOT NULL, 
	CONSTRAINT pk_subject PRIMARY KEY (study, instance), 
	CONSTRAINT fk_subject_study FOREIGN KEY(study) REFERENCES study (id)
);
INSERT INTO "subject" VALUES(1,'on p','{"input":{"slots":[["name","on p"]]},"references":[]}');
INSERT INTO "subject" VALUES(1,'on a','{"input":{"slots":[["name","on a"]]},"references":[]}');
INSERT INTO "subject" VALUES(1,'on b','{"input":{"slots":[["name","on b"]]},"references":[]}');
INSERT INTO "subject" VALUES(1,'on c','{"input":{"slots":[["name","on c"]]},"references":[]}');
CREATE INDEX ix_block_study_practice_taken_draw ON block (study, practice, taken, draw);
CREATE INDEX ix_block_item_original ON block_item (original);
CREATE INDEX ix_rater_identity_rater ON rater_identity (rater);
CREATE INDEX ix_sheet_rater ON sheet (rater);
CREATE UNIQUE INDEX uq_sheet_open ON sheet (rater) WHERE state = 'open';
CREATE INDEX ix_sheet_lease ON sheet (leased_until) WHERE state = 'open';
CREATE INDEX ix_judgement_sheet ON judgement (sheet);
CREATE INDEX ix_event_study ON event (study);
COMMIT;
