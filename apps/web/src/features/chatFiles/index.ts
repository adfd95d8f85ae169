export { AttachedFile } from './AttachedFile.tsx'
export { FileCard } from './FileCard.tsx'
