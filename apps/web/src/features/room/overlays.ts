/** Loaded together, by lazyOverlays.ts. */
export { LeaveDialog } from './LeaveDialog.tsx'
export { NetworkSheet } from './network/NetworkSheet.tsx'
export { PeopleSheet } from './PeopleSheet.tsx'
