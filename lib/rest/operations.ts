import { exportAccountData, listAccountActivity } from './account-operations.ts'
import {
  addAreas,
  addFrames,
  addGridLines,
  addMaterials,
  addModelElements,
  addNodes,
  addSections,
  addSupports,
  deleteElements,
  setMembers,
} from './element-operations.ts'
import {
  askModelCheck,
  checkConstructModel,
  createConstructModel,
  deleteConstructModel,
  editConstructModel,
  listConstructModels,
  queryConstructModel,
  readConstructModel,
  setModelUnits,
  undeleteConstructModel,
  updateConstructModel,
} from './model-operations.ts'
import type { Operation } from './operation.ts'
import { drawModel } from './picture-operations.ts'
import { findSectionProfiles } from './profile-operations.ts'
import {
  compareModelRevisions,
  hearRevisions,
  listModelRevisions,
  readModelRevision,
  restoreModelRevision,
  undoModelWrites,
} from './revision-operations.ts'

import { changeModelShareLink, listModelShareLinks, makeModelShareLink, revokeModelShareLink } from './share-link-operations.ts'
import { checkSharedModel, enterLinkPassword, hearSharedModel, readSharedElements, readSharedModel } from './share-operations.ts'

/** Every REST operation, in the order of the reference. Routes, OpenAPI and tests read this list. */
export const operations: readonly Operation[] = [
  createConstructModel,
  listConstructModels,
  readConstructModel,
  updateConstructModel,
  deleteConstructModel,
  undeleteConstructModel,
  setModelUnits,
  checkConstructModel,
  askModelCheck,
  queryConstructModel,
  drawModel,
  addModelElements,
  addNodes,
  addFrames,
  setMembers,
  addSections,
  addMaterials,
  addSupports,
  addAreas,
  addGridLines,
  deleteElements,
  editConstructModel,
  findSectionProfiles,
  listModelRevisions,
  readModelRevision,
  compareModelRevisions,
  restoreModelRevision,
  undoModelWrites,
  hearRevisions,
  makeModelShareLink,
  listModelShareLinks,
  changeModelShareLink,
  revokeModelShareLink,
  readSharedModel,
  readSharedElements,
  checkSharedModel,
  hearSharedModel,
  enterLinkPassword,
  listAccountActivity,
  exportAccountData,
]
