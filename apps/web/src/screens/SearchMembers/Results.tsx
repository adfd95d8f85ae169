import type { DirectoryPerson } from '@parley/api'
import { clsx } from 'clsx'
import { useCallback } from 'react'
import {
	aboveWords,
	comesWith,
	countWords,
	coveredBy,
	DepartmentMark,
	type Directory,
	departmentsNamed,
	nameOf,
	PersonRow,
	pathWords,
	RowSkeleton,
	Rows,
	type Search,
	useTaps,
} from '../../features/directory/index.ts'
import { m } from '../../locales/index.ts'
import { CutCable, NothingFound } from '../../ui/drawings.ts'
import { Aloud, CheckRow, EmptyState, ErrorPanel, Section } from '../../ui/index.ts'
import styles from './SearchMembers.module.css'

export interface ResultsProps {
	directory: Directory
	search: Exclude<Search, { at: 'idle' }>
	/** Something found is of use. */
	onTap(): void
	onRetry(): void
}

/** Departments the page knows and people the server found, with their ticks. */
export function Results(props: ResultsProps) {
	const { directory, search, onRetry } = props
	if (search.at === 'failed') return <Failed refusal={search.refusal} onRetry={onRetry} />

	const departments = departmentsNamed(directory.known.tree, search.words)
	const { people } = search
	if (!people && departments.length === 0) {
		return (
			<div className={styles.results}>
				<RowSkeleton label={m.directory_searching()} count={4} />
			</div>
		)
	}
	if (search.at === 'found' && search.people.length + departments.length === 0) return <Nothing words={search.words} />
	const isOld = search.at === 'searching'
	return (
		<div className={styles.results}>
			<Aloud>
				{isOld
					? m.directory_searching()
					: m.directory_found({ count: countWords({ departments: departments.length, people: search.people.length }) })}
			</Aloud>
			{departments.length > 0 && <Departments {...props} numbers={departments} />}
			{people && people.length > 0 && (
				<div className={clsx(isOld && styles.old)}>
					<People {...props} people={people} />
				</div>
			)}
		</div>
	)
}

function Departments({
	directory: { known, selection, marks, picking },
	numbers,
	onTap,
}: ResultsProps & { numbers: readonly string[] }) {
	const taps = useTaps(picking)
	return (
		<Section title={m.directory_departments()}>
			<Rows>
				{numbers.map(number => {
					const mark = marks.department(number)
					const cover = coveredBy(known, selection, number)
					const comes = cover !== undefined && cover !== number
					return (
						<li key={number}>
							<CheckRow
								icon={<DepartmentMark />}
								label={nameOf(known.tree, number) ?? number}
								note={comes ? comesWithWords(known.tree, cover) : aboveWords(known, number)}
								checked={mark === 'some' ? mark : mark === 'all'}
								onCheckedChange={() => {
									taps.found({ kind: 'department', number })
									onTap()
								}}
							/>
						</li>
					)
				})}
			</Rows>
		</Section>
	)
}

function People({
	directory: { known, selection, marks, picking },
	people,
	onTap,
}: ResultsProps & { people: readonly DirectoryPerson[] }) {
	const taps = useTaps(picking)
	const tap = useCallback(
		({ id, displayName }: DirectoryPerson) => {
			taps.found({ kind: 'person', id, name: displayName })
			onTap()
		},
		[taps, onTap],
	)
	return (
		<Section title={m.directory_people()}>
			<Rows>
				{people.map(person => {
					const cover = comesWith(known, selection, person.id)
					const path = person.departmentPath === '' ? m.directory_no_department() : pathWords(person.departmentPath)
					return (
						<li key={person.id}>
							<PersonRow
								person={person}
								isChosen={marks.person(person.id)}
								note={cover === undefined ? path : comesWithWords(known.tree, cover)}
								onTap={tap}
							/>
						</li>
					)
				})}
			</Rows>
		</Section>
	)
}

const comesWithWords = (tree: Parameters<typeof nameOf>[0], department: string) =>
	m.directory_comes_with({ department: nameOf(tree, department) ?? department })

function Nothing({ words }: { words: string }) {
	return (
		<div role="status">
			<EmptyState picture={<NothingFound />} title={m.directory_none_title({ words })} text={m.directory_none_text()} />
		</div>
	)
}

function Failed({ refusal, onRetry }: { refusal: string; onRetry(): void }) {
	return (
		<ErrorPanel
			picture={<CutCable />}
			title={m.directory_search_failed()}
			text={refusal === 'tooMany' ? m.directory_search_too_many() : m.net_timeout()}
			retry={{ label: m.directory_retry(), onRetry }}
		/>
	)
}
