-- When somebody last looked at a model, and what of it there was then.
CREATE TABLE "ModelVisit" (
    "modelId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "commentSeq" INTEGER NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ModelVisit_pkey" PRIMARY KEY ("modelId", "userId"),
    CONSTRAINT "ModelVisit_modelId_fkey" FOREIGN KEY ("modelId") REFERENCES "ConstructModel" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX "ModelVisit_userId_idx" ON "ModelVisit"("userId");
