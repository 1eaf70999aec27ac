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
INSERT INTO "answer" VALUES(1,1,'key of 788da894a32880ca4f0e0c713db3de8b','{"value":"5"}','{}',20.0);
INSERT INTO "answer" VALUES(2,2,'key of 1e64b6df3f304fc7e0635e948514179d','{"value":"5"}','{}',20.0);
INSERT INTO "answer" VALUES(3,3,'key of 4e9f7d47497266a8f9c04786a5c8252b','{"value":"5"}','{}',22.0);
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
	draw INTEGER NOT NULL, variant TEXT, 
	CONSTRAINT pk_block PRIMARY KEY (id), 
	CONSTRAINT uq_block_study_name UNIQUE (study, name), 
	CONSTRAINT fk_block_study FOREIGN KEY(study) REFERENCES study (id)
);
INSERT INTO "block" VALUES(1,1,'p',0,'',1,NULL,2,2,0,NULL);
INSERT INTO "block" VALUES(2,1,'b0',1,'',0,2,0,0,536870911,NULL);
INSERT INTO "block" VALUES(3,1,'b1',2,'',0,2,0,1,1073741822,NULL);
INSERT INTO "block" VALUES(4,1,'b2',3,'',0,2,1,1,1610612733,NULL);
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
INSERT INTO "block_item" VALUES(1,0,1,NULL);
INSERT INTO "block_item" VALUES(2,0,2,NULL);
INSERT INTO "block_item" VALUES(2,1,3,NULL);
INSERT INTO "block_item" VALUES(3,0,4,NULL);
INSERT INTO "block_item" VALUES(3,1,5,NULL);
INSERT INTO "block_item" VALUES(4,0,6,NULL);
INSERT INTO "block_item" VALUES(4,1,7,NULL);
CREATE TABLE draft (
	sheet INTEGER NOT NULL, 
	number BIGINT NOT NULL, 
	answers TEXT NOT NULL, 
	saved_at DOUBLE NOT NULL, 
	CONSTRAINT pk_draft PRIMARY KEY (sheet), 
	CONSTRAINT fk_draft_sheet FOREIGN KEY(sheet) REFERENCES sheet (id)
);
INSERT INTO "draft" VALUES(4,3,'{"value":"4"}',31.0);
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
INSERT INTO "event" VALUES(1,1,0.0,'study created',NULL,NULL,'{"blocks":4,"items":7}');
CREATE TABLE genchal_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT genchal_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "genchal_version" VALUES('0002');
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
INSERT INTO "item" VALUES(1,1,'x','on x','a system','scored','{"text":"text of x","source":null,"expected":null,"attributes":null}');
INSERT INTO "item" VALUES(2,1,'b0i0','on b0i0','a system','scored','{"text":"text of b0i0","source":null,"expected":null,"attributes":null}');
INSERT INTO "item" VALUES(3,1,'b0i1','on b0i1','a system','scored','{"text":"text of b0i1","source":null,"expected":null,"attributes":null}');
INSERT INTO "item" VALUES(4,1,'b1i0','on b1i0','a system','scored','{"text":"text of b1i0","source":null,"expected":null,"attributes":null}');
INSERT INTO "item" VALUES(5,1,'b1i1','on b1i1','a system','scored','{"text":"text of b1i1","source":null,"expected":null,"attributes":null}');
INSERT INTO "item" VALUES(6,1,'b2i0','on b2i0','a system','scored','{"text":"text of b2i0","source":null,"expected":null,"attributes":null}');
INSERT INTO "item" VALUES(7,1,'b2i1','on b2i1','a system','scored','{"text":"text of b2i1","source":null,"expected":null,"attributes":null}');
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
INSERT INTO "judgement" VALUES(1,1,1,'quality','5',0,20.0,NULL);
INSERT INTO "judgement" VALUES(2,2,7,'quality','5',0,20.0,NULL);
INSERT INTO "judgement" VALUES(3,2,6,'quality','5',1,20.0,NULL);
INSERT INTO "judgement" VALUES(4,3,1,'quality','5',0,22.0,NULL);
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
INSERT INTO "rater" VALUES(1,1,1,'2c5ba245340e6f1b3b58ffdbf798de13','1462faf7a88f493aa74c18bc8f3372594059b10fc321b1a21d2952aa17678873','arrived',NULL,1.0,NULL);
INSERT INTO "rater" VALUES(2,1,2,'b6e48a53874d32970537bb655cc80faa','13a361dd2128dd38ef6ff17127c8db1022ede7b1a2663be64202df414c43fedb','arrived',NULL,2.0,NULL);
CREATE TABLE rater_identity (
	id INTEGER NOT NULL, 
	rater INTEGER NOT NULL, 
	platform TEXT NOT NULL, 
	given TEXT NOT NULL, 
	given_at DOUBLE NOT NULL, 
	CONSTRAINT pk_rater_identity PRIMARY KEY (id), 
	CONSTRAINT fk_rater_identity_rater FOREIGN KEY(rater) REFERENCES rater (id)
);
INSERT INTO "rater_identity" VALUES(1,1,'prolific','{"PROLIFIC_PID":"5f1e5f1e5f1e5f1e5f1e5f1e"}',1.0);
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
INSERT INTO "sheet" VALUES(1,'788da894a32880ca4f0e0c713db3de8b',1,1,0,'[0]',3638418140740213398,'done',70.0,10.0);
INSERT INTO "sheet" VALUES(2,'1e64b6df3f304fc7e0635e948514179d',4,1,0,'[1,0]',715938217190573281,'done',70.0,10.0);
INSERT INTO "sheet" VALUES(3,'4e9f7d47497266a8f9c04786a5c8252b',1,2,1,'[0]',2989106635946903274,'done',72.0,12.0);
INSERT INTO "sheet" VALUES(4,'1ec33eb18aa649cb2da681a883662c79',3,2,0,'[1,0]',1380406605919258222,'open',90.0,30.0);
CREATE TABLE sound (
	study INTEGER NOT NULL, 
	system TEXT NOT NULL, 
	instance TEXT NOT NULL, 
	media_type TEXT NOT NULL, 
	data BLOB NOT NULL, 
	CONSTRAINT pk_sound PRIMARY KEY (study, system, instance), 
	CONSTRAINT fk_sound_study FOREIGN KEY(study) REFERENCES study (id)
);
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
INSERT INTO "study" VALUES(1,'quality','{"method":"likert"}',1,'f208f47f975435570e1c1074e7e1140071c82a6482f888b84fa5ff5a88c7d393','open',0.0);
CREATE TABLE subject (
	study INTEGER NOT NULL, 
	instance TEXT NOT NULL, 
	content TEXT NOT NULL, 
	CONSTRAINT pk_subject PRIMARY KEY (study, instance), 
	CONSTRAINT fk_subject_study FOREIGN KEY(study) REFERENCES study (id)
);
INSERT INTO "subject" VALUES(1,'on x','{"input":{"slots":[["name","on x"]]},"references":[]}');
INSERT INTO "subject" VALUES(1,'on b0i0','{"input":{"slots":[["name","on b0i0"]]},"references":[]}');
INSERT INTO "subject" VALUES(1,'on b0i1','{"input":{"slots":[["name","on b0i1"]]},"references":[]}');
INSERT INTO "subject" VALUES(1,'on b1i0','{"input":{"slots":[["name","on b1i0"]]},"references":[]}');
INSERT INTO "subject" VALUES(1,'on b1i1','{"input":{"slots":[["name","on b1i1"]]},"references":[]}');
INSERT INTO "subject" VALUES(1,'on b2i0','{"input":{"slots":[["name","on b2i0"]]},"references":[]}');
INSERT INTO "subject" VALUES(1,'on b2i1','{"input":{"slots":[["name","on b2i1"]]},"references":[]}');
CREATE INDEX ix_block_study_practice_taken_draw ON block (study, practice, taken, draw);
CREATE INDEX ix_block_item_original ON block_item (original);
CREATE INDEX ix_rater_identity_rater ON rater_identity (rater);
CREATE UNIQUE INDEX uq_sheet_open ON sheet (rater) WHERE state = 'open';
CREATE INDEX ix_sheet_lease ON sheet (leased_until) WHERE state = 'open';
CREATE INDEX ix_judgement_sheet ON judgement (sheet);
CREATE INDEX ix_event_study ON event (study);
CREATE INDEX ix_sheet_rater_state ON sheet (rater, state);
COMMIT;
