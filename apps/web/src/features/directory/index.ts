export { DepartmentIcon } from './DepartmentMark.tsx'
export { DirectoryUnavailable } from './DirectoryState.tsx'
export { isTruncated } from './known.ts'
export { PersonRow } from './PersonRow.tsx'
export { RowSkeleton } from './RowSkeleton.tsx'
export { DirectoryRows } from './Rows.tsx'
export { SelectionSummary } from './Summary.tsx'
export { findDepartments, type PeopleSearchState } from './search.ts'
export {
	combineCheckStates,
	getSelectedAncestor,
	getSelectedAncestorOfPerson,
	type SelectionItem,
} from './selection.ts'
export { getChildren, getDepartmentName, getDepartmentPath } from './tree.ts'
export { type DirectorySelection, useDepartments, useDirectorySelection, usePeople } from './useDirectory.ts'
export { usePeopleSearch, useSearchHistory } from './useSearch.ts'
export { useSelectionActions } from './useTaps.ts'
export { useBackToSelection } from './useToSelection.ts'
export { countLabel, departmentPathLabel, parentPathLabel, selectionLabel } from './words.ts'
