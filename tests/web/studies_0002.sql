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
INSERT INTO "answer" VALUES(1,1,'810c1ba7b4c1711507ce82dde75f3120','{"ib290aefa2306.quality":"3"}','{}',1800000030.0);
INSERT INTO "answer" VALUES(2,3,'631071692a0729d8893af2f69f7ec8c2','{"i2d4910277f50.quality":"6"}','{}',1800000060.0);
INSERT INTO "answer" VALUES(3,4,'14e6b67aeb9119069293e83e74294646','{"i5fb5687dad04.quality":"2"}','{}',1800000090.0);
INSERT INTO "answer" VALUES(4,5,'bf17667975df1f787289e2cbe917d8aa','{"i539398055ea8.quality":"1"}','{}',1800000120.0);
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
INSERT INTO "block" VALUES(1,1,'599d784e87a51eb5635d',0,'',0,1,0,0,1431655764,NULL);
INSERT INTO "block" VALUES(2,1,'18c7d9c7acc59c101e83',1,'',0,1,0,0,0,NULL);
INSERT INTO "block" VALUES(3,1,'30547202f41a61960392',2,'',0,1,0,0,715827882,NULL);
INSERT INTO "block" VALUES(4,1,'5b41e0a3ed40c22aff91',3,'',0,1,0,0,357913941,NULL);
INSERT INTO "block" VALUES(5,1,'c86fb1003c2facb2e06a',4,'',0,1,0,1,1789569705,NULL);
INSERT INTO "block" VALUES(6,1,'1e76452b42792aae20c7',5,'',0,1,1,1,1073741823,NULL);
INSERT INTO "block" VALUES(7,2,'02963d048d5ef60856e5',0,'',0,2,1,1,0,NULL);
INSERT INTO "block" VALUES(8,2,'3a23611e65844fe340af',1,'',0,2,1,1,715827882,NULL);
INSERT INTO "block" VALUES(9,2,'28e6a6ee364129be4a6f',2,'',0,2,1,1,1431655764,NULL);
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
INSERT INTO "block_item" VALUES(3,0,3,NULL);
INSERT INTO "block_item" VALUES(4,0,4,NULL);
INSERT INTO "block_item" VALUES(5,0,5,NULL);
INSERT INTO "block_item" VALUES(6,0,6,NULL);
INSERT INTO "block_item" VALUES(7,0,7,NULL);
INSERT INTO "block_item" VALUES(8,0,8,NULL);
INSERT INTO "block_item" VALUES(9,0,9,NULL);
CREATE TABLE draft (
	sheet INTEGER NOT NULL, 
	number BIGINT NOT NULL, 
	answers TEXT NOT NULL, 
	saved_at DOUBLE NOT NULL, 
	CONSTRAINT pk_draft PRIMARY KEY (sheet), 
	CONSTRAINT fk_draft_sheet FOREIGN KEY(sheet) REFERENCES sheet (id)
);
INSERT INTO "draft" VALUES(2,1,'{"ic4f120211a0e.quality":"3"}',1800000030.0);
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
INSERT INTO "event" VALUES(1,1,0.0,'study created',NULL,NULL,'{"blocks":6,"items":6}');
INSERT INTO "event" VALUES(2,1,1800000000.0,'eligible',1,NULL,'{}');
INSERT INTO "event" VALUES(3,1,1800000000.0,'working',1,NULL,'{}');
INSERT INTO "event" VALUES(4,2,0.0,'study created',NULL,NULL,'{"blocks":3,"items":3}');
INSERT INTO "event" VALUES(5,2,1800000030.0,'eligible',2,NULL,'{}');
INSERT INTO "event" VALUES(6,2,1800000030.0,'working',2,NULL,'{}');
INSERT INTO "event" VALUES(7,2,1800000120.0,'finished',2,NULL,'{}');
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
INSERT INTO "item" VALUES(1,1,'331f51cb002d26f5021e','i1','two','scored','{"text":"The two text of number 1 is this.","source":null,"expected":null,"attributes":null}');
INSERT INTO "item" VALUES(2,1,'62024c08dcf228b64da0','i1','one','scored','{"text":"The one text of number 1 is this.","source":null,"expected":null,"attributes":null}');
INSERT INTO "item" VALUES(3,1,'7c4f37c8fce9b117cc8d','i0','two','scored','{"text":"The two text of number 0 is this.","source":null,"expected":null,"attributes":null}');
INSERT INTO "item" VALUES(4,1,'63f0567a37b3c025327d','i0','three','scored','{"text":"The three text of number 0 is this.","source":null,"expected":null,"attributes":null}');
INSERT INTO "item" VALUES(5,1,'7e9c9504fb5eb6f743f5','i1','three','scored','{"text":"The three text of number 1 is this.","source":null,"expected":null,"attributes":null}');
INSERT INTO "item" VALUES(6,1,'b3b4b8eef285f3b3d689','i0','one','scored','{"text":"The one text of number 0 is this.","source":null,"expected":null,"attributes":null}');
INSERT INTO "item" VALUES(7,2,'540a11ef5d65f7e9745c','i0','two','scored','{"text":"The two text of number 0 is this.","source":null,"expected":null,"attributes":null}');
INSERT INTO "item" VALUES(8,2,'26b031dd623ecad82ce0','i0','one','scored','{"text":"The one text of number 0 is this.","source":null,"expected":null,"attributes":null}');
INSERT INTO "item" VALUES(9,2,'6e8b26fef98e57060aab','i0','three','scored','{"text":"The three text of number 0 is this.","source":null,"expected":null,"attributes":null}');
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
INSERT INTO "judgement" VALUES(1,1,6,'quality','3',0,1800000030.0,NULL);
INSERT INTO "judgement" VALUES(2,3,9,'quality','6',0,1800000060.0,NULL);
INSERT INTO "judgement" VALUES(3,4,7,'quality','2',0,1800000090.0,NULL);
INSERT INTO "judgement" VALUES(4,5,8,'quality','1',0,1800000120.0,NULL);
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
INSERT INTO "rater" VALUES(1,1,1,'aa8bd9f1f6996fc25be8d65220b20a87','fcde88e154eb4bae8c8cc83dfee3959053801b54d21afe5708392e58b41f0914','working',NULL,1800000000.0,NULL);
INSERT INTO "rater" VALUES(2,2,1,'eed98f7c67a72ef9a7e95f02d9900187','834ab67c7d8a99bccdbc972211fd41bd2ea5a972f5fc8f4cf3b951ff09c356cc','finished',NULL,1800000030.0,1800000120.0);
CREATE TABLE rater_identity (
	id INTEGER NOT NULL, 
	rater INTEGER NOT NULL, 
	platform TEXT NOT NULL, 
	given TEXT NOT NULL, 
	given_at DOUBLE NOT NULL, 
	CONSTRAINT pk_rater_identity PRIMARY KEY (id), 
	CONSTRAINT fk_rater_identity_rater FOREIGN KEY(rater) REFERENCES rater (id)
);
INSERT INTO "rater_identity" VALUES(1,1,'prolific','{"PROLIFIC_PID":"5f0","SESSION_ID":"x","STUDY_ID":"s1"}',1800000000.0);
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
INSERT INTO "sheet" VALUES(1,'810c1ba7b4c1711507ce82dde75f3120',6,1,0,'[0]',2631033141924287886,'done',1800003600.0,1800000000.0);
INSERT INTO "sheet" VALUES(2,'9d572c723d828ef09a06cd9b115aafb8',5,1,0,'[0]',715938217190573281,'open',1800003630.0,1800000030.0);
INSERT INTO "sheet" VALUES(3,'631071692a0729d8893af2f69f7ec8c2',9,2,0,'[0]',2631033141924287886,'done',1800003630.0,1800000030.0);
INSERT INTO "sheet" VALUES(4,'14e6b67aeb9119069293e83e74294646',7,2,0,'[0]',715938217190573281,'done',1800003660.0,1800000060.0);
INSERT INTO "sheet" VALUES(5,'bf17667975df1f787289e2cbe917d8aa',8,2,0,'[0]',1723664253662798479,'done',1800003690.0,1800000090.0);
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
INSERT INTO "study" VALUES(1,'people','{"schema":1,"genchal":"0.1.0","keys":{"name":"people","method":"likert","raters_per_item":1,"sheets_per_rater":3,"identity":"prolific","codes":{"complete":"DONE-1","screened_out":"OUT-1","no_consent":"NO-1"},"information":false,"points":6,"labels":""},"criteria":[{"name":"quality","question":"Overall, how good is this text? Consider its grammar, how well it reads, and whether it says the right things.","low":"Very bad","high":"Very good","shown":"input","comparison":"Overall, which text is better? Consider the grammar, how well it reads, and whether it says the right things."}],"title":"A study of texts","systems":["one","two","three"],"text_language":"en","sheets":6,"practice":0,"signature":"method:likert|information:no|points:6|labels:"}',1,'2cc2dfa8007c3357a5b07f907e28b0739a22595d1cc9d1c40fc237efdac58cb2','open',0.0);
INSERT INTO "study" VALUES(2,'invited','{"schema":1,"genchal":"0.1.0","keys":{"name":"invited","method":"likert","raters_per_item":2,"codes":{"complete":"DONE-1","screened_out":"OUT-1","no_consent":"NO-1"},"information":false,"points":6,"labels":""},"criteria":[{"name":"quality","question":"Overall, how good is this text? Consider its grammar, how well it reads, and whether it says the right things.","low":"Very bad","high":"Very good","shown":"input","comparison":"Overall, which text is better? Consider the grammar, how well it reads, and whether it says the right things."}],"title":"A study of texts","systems":["one","two","three"],"text_language":"en","sheets":3,"practice":0,"signature":"method:likert|information:no|points:6|labels:"}',1,'4a4ee886fb2cc2db4ca5aaa6af53d92fdd116e1269b6fe32a35a58053a82215b','open',0.0);
CREATE TABLE subject (
	study INTEGER NOT NULL, 
	instance TEXT NOT NULL, 
	content TEXT NOT NULL, 
	CONSTRAINT pk_subject PRIMARY KEY (study, instance), 
	CONSTRAINT fk_subject_study FOREIGN KEY(study) REFERENCES study (id)
);
INSERT INTO "subject" VALUES(1,'i0','{"input":{"slots":[["name","The river"],["distance","6 km"],["dogs","yes"]]},"references":["The reference of 0."]}');
INSERT INTO "subject" VALUES(1,'i1','{"input":{"slots":[["name","\u0130"],["name","\u0130"],["familyFriendly","no"]]},"references":["The reference of 1."]}');
INSERT INTO "subject" VALUES(2,'i0','{"input":{"slots":[["name","The river"],["distance","6 km"],["dogs","yes"]]},"references":["The reference of 0."]}');
CREATE INDEX ix_block_study_practice_taken_draw ON block (study, practice, taken, draw);
CREATE INDEX ix_block_item_original ON block_item (original);
CREATE INDEX ix_rater_identity_rater ON rater_identity (rater);
CREATE UNIQUE INDEX uq_sheet_open ON sheet (rater) WHERE state = 'open';
CREATE INDEX ix_sheet_lease ON sheet (leased_until) WHERE state = 'open';
CREATE INDEX ix_judgement_sheet ON judgement (sheet);
CREATE INDEX ix_event_study ON event (study);
CREATE INDEX ix_sheet_rater_state ON sheet (rater, state);
COMMIT;
