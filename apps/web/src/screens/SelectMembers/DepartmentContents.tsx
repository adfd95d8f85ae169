import type { DirectoryPerson } from '@parley/api'
import { Link, useSearch } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import {
	combineCheckStates,
	countLabel,
	DepartmentIcon,
	DirectoryRows,
	type DirectorySelection,
	getChildren,
	getDepartmentName,
	isTruncated,
	PeopleRows,
	PersonRow,
	RowSkeleton,
	type SelectionItem,
	usePeople,
	useSelectionActions,
} from '../../features/directory/index.ts'
import { m } from '../../locales/index.ts'
import { EmptyListIllustration } from '../../ui/art/illustrations.tsx'
import { Card, CheckRow, EmptyState, ErrorPanel } from '../../ui/index.ts'
import styles from './SelectMembers.module.css'

export interface DepartmentContentsProps {
	directory: DirectorySelection
	/** Undefined for the roots. */
	department: string | undefined
	/** The history state of a link to a department below. */
	linkState: { levels: number }
}

/** The children and people of a department, or the roots. */
export function DepartmentContents({ department, ...rest }: DepartmentContentsProps) {
	return department === undefined ? (
		<RootContents {...rest} />
	) : (
		<SubDepartmentContents key={department} department={department} {...rest} />
	)
}

function RootContents({ directory, linkState }: Omit<DepartmentContentsProps, 'department'>) {
	const tops = getChildren(directory.known.tree, undefined)
	if (tops.length === 0) {
		return (
			<EmptyState
				picture={<EmptyListIllustration />}
				title={m.directory_empty_title()}
				text={m.directory_empty_text()}
			/>
		)
	}
	const items = tops.map((number): SelectionItem => ({ kind: 'department', number }))
	return (
		<Card>
			<SelectAll directory={directory} items={items} count={{ departments: tops.length, people: 0 }} />
			<Departments directory={directory} numbers={tops} below={linkState} />
		</Card>
	)
}

function SubDepartmentContents({ directory, department, linkState }: DepartmentContentsProps & { department: string }) {
	const query = usePeople(directory, department)
	const { known } = directory
	const children = getChildren(known.tree, department)
	const people = known.peopleByDepartment.get(department)
	if (people?.length === 0 && children.length === 0) {
		return (
			<EmptyState
				picture={<EmptyListIllustration />}
				title={m.directory_department_empty_title()}
				text={m.directory_department_empty_text()}
			/>
		)
	}
	const count = { departments: children.length, people: people?.length ?? 0 }
	return (
		<>
			{(people || children.length > 0) && (
				<Card>
					{/* All there is: also whoever is not listed. */}
					{people && (
						<SelectAll directory={directory} items={[{ kind: 'department', number: department }]} count={count} />
					)}
					<Departments directory={directory} numbers={children} below={linkState} />
					{people && <People directory={directory} people={people} />}
				</Card>
			)}
			{!people && query.status === 'loading' && <RowSkeleton label={m.directory_loading()} count={6} />}
			{!people && query.status !== 'loading' && (
				<ErrorPanel
					title={m.directory_people_failed()}
					retry={{
						label: m.directory_retry(),
						onRetry: query.retry,
						busyLabel: query.isFetching && m.directory_loading(),
					}}
				/>
			)}
			{people && isTruncated(known, department) && (
				<p className={styles.note}>{m.directory_truncated({ count: people.length })}</p>
			)}
		</>
	)
}

interface SelectAllProps {
	directory: DirectorySelection
	items: readonly SelectionItem[]
	count: { departments: number; people: number }
}

/** MEMB-02 */
function SelectAll({ directory: { checkStates, store }, items, count }: SelectAllProps) {
	const taps = useSelectionActions(store)
	const mark = combineCheckStates(checkStates, items)
	return (
		<CheckRow
			className={styles.all}
			label={m.directory_select_all()}
			note={countLabel(count)}
			checked={mark === 'some' ? mark : mark === 'all'}
			onCheckedChange={() => taps.toggleAll(items, mark === 'all')}
		/>
	)
}

interface DepartmentsProps {
	directory: DirectorySelection
	numbers: readonly string[]
	below: { levels: number }
}

/** MEMB-01, MEMB-04 */
function Departments({ directory: { known, checkStates, store }, numbers, below }: DepartmentsProps) {
	const taps = useSelectionActions(store)
	const search = useSearch({ from: '/selectMembers' })
	if (numbers.length === 0) return null
	return (
		<DirectoryRows>
			{numbers.map(number => {
				const name = getDepartmentName(known.tree, number) ?? number
				const mark = checkStates.department(number)
				return (
					<li key={number}>
						<CheckRow
							icon={<DepartmentIcon />}
							label={name}
							checked={mark === 'some' ? mark : mark === 'all'}
							onCheckedChange={() => taps.toggleDepartment(number)}
							action={
								<Link
									to="/selectMembers"
									search={{ ...search, department: number }}
									state={below}
									className={styles.below}
									aria-label={m.directory_open_department({ name })}
								>
									{m.directory_open()}
									<ChevronRight />
								</Link>
							}
						/>
					</li>
				)
			})}
		</DirectoryRows>
	)
}

function People({
	directory: { checkStates, store },
	people,
}: {
	directory: DirectorySelection
	people: readonly DirectoryPerson[]
}) {
	const taps = useSelectionActions(store)
	return (
		<PeopleRows people={people}>
			{person => <PersonRow person={person} isSelected={checkStates.person(person.id)} onToggle={taps.togglePerson} />}
		</PeopleRows>
	)
}
