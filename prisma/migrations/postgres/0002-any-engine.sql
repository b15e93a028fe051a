-- Citus takes no ON UPDATE CASCADE on the column by which tables are distributed; a model's id never changes.
ALTER TABLE "ConstructModelRevision" DROP CONSTRAINT "ConstructModelRevision_modelId_fkey";
ALTER TABLE "ConstructModelRevision" ADD CONSTRAINT "ConstructModelRevision_modelId_fkey" FOREIGN KEY ("modelId") REFERENCES "ConstructModel"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "ConstructModelPart" DROP CONSTRAINT "ConstructModelPart_modelId_fkey";
ALTER TABLE "ConstructModelPart" ADD CONSTRAINT "ConstructModelPart_modelId_fkey" FOREIGN KEY ("modelId") REFERENCES "ConstructModel"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- CreateTable
CREATE TABLE "Process" (
    "id" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "startedAt" TIMESTAMP(3) NOT NULL,
    "seenAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Process_pkey" PRIMARY KEY ("id")
);
