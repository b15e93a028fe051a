-- Saved views: what somebody wants to be looked at again, with a picture; one of them is what a model opens with.
ALTER TABLE "ConstructModel" ADD COLUMN "viewSeq" INTEGER NOT NULL DEFAULT 0;
CREATE TABLE "SavedView" (
    "modelId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "picture" BLOB,
    "isFirst" BOOLEAN NOT NULL DEFAULT false,
    "authorId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "changedAt" DATETIME NOT NULL,

    PRIMARY KEY ("modelId", "id"),
    CONSTRAINT "SavedView_modelId_fkey" FOREIGN KEY ("modelId") REFERENCES "ConstructModel" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);
