-- Foreign keys as on PostgreSQL. SQLite changes none in place, so the tables are made anew.
CREATE TABLE "NewRevision" (
    "modelId" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "at" DATETIME NOT NULL,
    "userId" TEXT NOT NULL,
    "via" TEXT NOT NULL,
    "client" TEXT,
    "verb" TEXT NOT NULL,
    "restoredFrom" INTEGER,
    "changes" TEXT NOT NULL,
    "counts" TEXT NOT NULL,
    "bounds" TEXT NOT NULL,
    "header" TEXT,

    PRIMARY KEY ("modelId", "revision"),
    CONSTRAINT "ConstructModelRevision_modelId_fkey" FOREIGN KEY ("modelId") REFERENCES "ConstructModel" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);
INSERT INTO "NewRevision" ("modelId", "revision", "at", "userId", "via", "client", "verb", "restoredFrom", "changes", "counts", "bounds", "header")
    SELECT "modelId", "revision", "at", "userId", "via", "client", "verb", "restoredFrom", "changes", "counts", "bounds", "header" FROM "ConstructModelRevision";
DROP TABLE "ConstructModelRevision";
ALTER TABLE "NewRevision" RENAME TO "ConstructModelRevision";

CREATE TABLE "NewPart" (
    "modelId" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "base" BOOLEAN NOT NULL,
    "kind" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,
    "ids" BLOB NOT NULL,
    "data" BLOB NOT NULL,
    "length" INTEGER NOT NULL,
    "crc" INTEGER NOT NULL,

    PRIMARY KEY ("modelId", "revision", "base", "kind", "seq"),
    CONSTRAINT "ConstructModelPart_modelId_fkey" FOREIGN KEY ("modelId") REFERENCES "ConstructModel" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);
INSERT INTO "NewPart" ("modelId", "revision", "base", "kind", "seq", "count", "ids", "data", "length", "crc")
    SELECT "modelId", "revision", "base", "kind", "seq", "count", "ids", "data", "length", "crc" FROM "ConstructModelPart";
DROP TABLE "ConstructModelPart";
ALTER TABLE "NewPart" RENAME TO "ConstructModelPart";

-- CreateTable
CREATE TABLE "Process" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "host" TEXT NOT NULL,
    "startedAt" DATETIME NOT NULL,
    "seenAt" DATETIME NOT NULL
);
