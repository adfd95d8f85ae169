import type { DirectoryPerson } from '@parley/api'
import { clsx } from 'clsx'
import { useCallback } from 'react'
import {
	countLabel,
	DepartmentIcon,
	DirectoryRows,
	type DirectorySelection,
	departmentPathLabel,
	findDepartments,
	getDepartmentName,
	getSelectedAncestor,
	getSelectedAncestorOfPerson,
	type PeopleSearchState,
	PersonRow,
	parentPathLabel,
	RowSkeleton,
	useSelectionActions,
} from '../../features/directory/index.ts'
import { m } from '../../locales/index.ts'
import { NoResultsIllustration, OfflineIllustration } from '../../ui/art/illustrations.tsx'
import { CheckRow, EmptyState, ErrorPanel, LiveRegion, Section } from '../../ui/index.ts'
import styles from './SearchMembers.module.css'

export interface SearchResultsProps {
	directory: DirectorySelection
	search: Exclude<PeopleSearchState, { status: 'idle' }>
	/** A result was selected or deselected. */
	onToggle(): void
	onRetry(): void
}

/** Departments found in the loaded tree and people found by the server, with checkboxes. */
export function SearchResults(props: SearchResultsProps) {
	const { directory, search, onRetry } = props
	if (search.status === 'failed') return <Failed refusal={search.refusal} onRetry={onRetry} />

	const departments = findDepartments(directory.known.tree, search.query)
	const { people } = search
	if (!people && departments.length === 0) {
		return (
			<div className={styles.results}>
				<RowSkeleton label={m.directory_searching()} count={4} />
			</div>
		)
	}
	if (search.status === 'found' && search.people.length + departments.length === 0)
		return <NoResults words={search.query} />
	const isOld = search.status === 'searching'
	return (
		<div className={styles.results}>
			<LiveRegion>
				{isOld
					? m.directory_searching()
					: m.directory_found({ count: countLabel({ departments: departments.length, people: search.people.length }) })}
			</LiveRegion>
			{departments.length > 0 && <FoundDepartments {...props} numbers={departments} />}
			{people && people.length > 0 && (
				<div className={clsx(isOld && styles.old)}>
					<FoundPeople {...props} people={people} />
				</div>
			)}
		</div>
	)
}

function FoundDepartments({
	directory: { known, selection, checkStates, store },
	numbers,
	onToggle,
}: SearchResultsProps & { numbers: readonly string[] }) {
	const taps = useSelectionActions(store)
	return (
		<Section title={m.directory_departments()}>
			<DirectoryRows>
				{numbers.map(number => {
					const mark = checkStates.department(number)
					const cover = getSelectedAncestor(known, selection, number)
					const comes = cover !== undefined && cover !== number
					return (
						<li key={number}>
							<CheckRow
								icon={<DepartmentIcon />}
								label={getDepartmentName(known.tree, number) ?? number}
								note={comes ? selectedWithText(known.tree, cover) : parentPathLabel(known, number)}
								checked={mark === 'some' ? mark : mark === 'all'}
								onCheckedChange={() => {
									taps.toggleSearchResult({ kind: 'department', number })
									onToggle()
								}}
							/>
						</li>
					)
				})}
			</DirectoryRows>
		</Section>
	)
}

function FoundPeople({
	directory: { known, selection, checkStates, store },
	people,
	onToggle,
}: SearchResultsProps & { people: readonly DirectoryPerson[] }) {
	const taps = useSelectionActions(store)
	const tap = useCallback(
		({ id, displayName }: DirectoryPerson) => {
			taps.toggleSearchResult({ kind: 'person', id, name: displayName })
			onToggle()
		},
		[taps, onToggle],
	)
	return (
		<Section title={m.directory_people()}>
			<DirectoryRows>
				{people.map(person => {
					const cover = getSelectedAncestorOfPerson(known, selection, person.id)
					const path =
						person.departmentPath === '' ? m.directory_no_department() : departmentPathLabel(person.departmentPath)
					return (
						<li key={person.id}>
							<PersonRow
								person={person}
								isSelected={checkStates.person(person.id)}
								note={cover === undefined ? path : selectedWithText(known.tree, cover)}
								onToggle={tap}
							/>
						</li>
					)
				})}
			</DirectoryRows>
		</Section>
	)
}

const selectedWithText = (tree: Parameters<typeof getDepartmentName>[0], department: string) =>
	m.directory_selected_with({ department: getDepartmentName(tree, department) ?? department })

function NoResults({ words }: { words: string }) {
	return (
		<div role="status">
			<EmptyState
				picture={<NoResultsIllustration />}
				title={m.directory_none_title({ words })}
				text={m.directory_none_text()}
			/>
		</div>
	)
}

function Failed({ refusal, onRetry }: { refusal: string; onRetry(): void }) {
	return (
		<ErrorPanel
			picture={<OfflineIllustration />}
			title={m.directory_search_failed()}
			text={refusal === 'tooMany' ? m.directory_search_too_many() : m.net_timeout()}
			retry={{ label: m.directory_retry(), onRetry }}
		/>
	)
}
