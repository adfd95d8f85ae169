export { DepartmentIcon } from './DepartmentIcon.tsx'
export { DirectoryRows } from './DirectoryRows.tsx'
export { DirectoryUnavailable } from './DirectoryUnavailable.tsx'
export { getChildren, getDepartmentName, getDepartmentPath } from './departmentTree.ts'
export { countLabel, departmentPathLabel, parentPathLabel, selectionLabel } from './directoryLabels.ts'
export { isTruncated } from './knownDirectory.ts'
export { PersonRow } from './PersonRow.tsx'
export { findDepartments, type PeopleSearchState } from './peopleSearch.ts'
export { RowSkeleton } from './RowSkeleton.tsx'
export { SelectionSummary } from './SelectionSummary.tsx'
export {
	combineCheckStates,
	getSelectedAncestor,
	getSelectedAncestorOfPerson,
	type SelectionItem,
} from './selection.ts'
export { useBackToSelection } from './useBackToSelection.ts'
export { type DirectorySelection, useDepartments, useDirectorySelection, usePeople } from './useDirectorySelection.ts'
export { usePeopleSearch, useSearchHistory } from './usePeopleSearch.ts'
export { useSelectionActions } from './useSelectionActions.ts'
