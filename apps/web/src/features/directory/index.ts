export { DepartmentIcon, DirectoryRows, PersonRow, RowSkeleton } from './DirectoryRows.tsx'
export { DirectoryUnavailable } from './DirectoryUnavailable.tsx'
export { getChildren, getDepartmentName, getDepartmentPath } from './departmentTree.ts'
export { countLabel, departmentPathLabel, parentPathLabel, selectionLabel } from './directoryLabels.ts'
export { useDepartments, usePeople } from './directoryQueries.ts'
export { isTruncated } from './knownDirectory.ts'
export { PeopleRows } from './PeopleRows.tsx'
export { findDepartments, type PeopleSearchState, usePeopleSearch, useSearchHistory } from './peopleSearch.ts'
export { SelectionSummary } from './SelectionSummary.tsx'
export {
	combineCheckStates,
	getSelectedAncestor,
	getSelectedAncestorOfPerson,
	type SelectionItem,
} from './selection.ts'
export { type DirectorySelection, useBackToSelection, useDirectorySelection } from './useDirectorySelection.ts'
export { useSelectionActions } from './useSelectionActions.ts'
