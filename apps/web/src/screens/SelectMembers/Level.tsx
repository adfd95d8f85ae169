import type { DirectoryPerson } from '@parley/api'
import { Link, useSearch } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import {
	childrenOf,
	countWords,
	DepartmentMark,
	type Directory,
	type Item,
	isCut,
	markOfAll,
	nameOf,
	PersonRow,
	RowSkeleton,
	Rows,
	usePeople,
	useTaps,
} from '../../features/directory/index.ts'
import { m } from '../../locales/index.ts'
import { EmptyClock } from '../../ui/drawings.ts'
import { Card, CheckRow, EmptyState, ErrorPanel } from '../../ui/index.ts'
import styles from './SelectMembers.module.css'

export interface LevelProps {
	directory: Directory
	/** Nothing for the top. */
	department: string | undefined
	/** What a link down carries along. */
	below: { levels: number }
}

/** What stands directly below a department, or at the top. */
export function Level({ department, ...rest }: LevelProps) {
	return department === undefined ? (
		<Top {...rest} />
	) : (
		<Department key={department} department={department} {...rest} />
	)
}

function Top({ directory, below }: Omit<LevelProps, 'department'>) {
	const tops = childrenOf(directory.known.tree, undefined)
	if (tops.length === 0) {
		return <EmptyState picture={<EmptyClock />} title={m.directory_empty_title()} text={m.directory_empty_text()} />
	}
	const items = tops.map((number): Item => ({ kind: 'department', number }))
	return (
		<Card>
			<SelectAll directory={directory} items={items} count={{ departments: tops.length, people: 0 }} />
			<Departments directory={directory} numbers={tops} below={below} />
		</Card>
	)
}

function Department({ directory, department, below }: LevelProps & { department: string }) {
	const asked = usePeople(directory, department)
	const { known } = directory
	const children = childrenOf(known.tree, department)
	const people = known.lists.get(department)
	if (people?.length === 0 && children.length === 0) {
		return (
			<EmptyState
				picture={<EmptyClock />}
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
					<Departments directory={directory} numbers={children} below={below} />
					{people && <People directory={directory} people={people} />}
				</Card>
			)}
			{!people && asked.at === 'loading' && <RowSkeleton label={m.directory_loading()} count={6} />}
			{!people && asked.at !== 'loading' && (
				<ErrorPanel
					title={m.directory_people_failed()}
					retry={{
						label: m.directory_retry(),
						onRetry: asked.again,
						busyLabel: asked.isAsking && m.directory_loading(),
					}}
				/>
			)}
			{people && isCut(known, department) && <p className={styles.note}>{m.directory_cut({ count: people.length })}</p>}
		</>
	)
}

interface SelectAllProps {
	directory: Directory
	items: readonly Item[]
	count: { departments: number; people: number }
}

/** MEMB-02 */
function SelectAll({ directory: { marks, picking }, items, count }: SelectAllProps) {
	const taps = useTaps(picking)
	const mark = markOfAll(marks, items)
	return (
		<CheckRow
			className={styles.all}
			label={m.directory_select_all()}
			note={countWords(count)}
			checked={mark === 'some' ? mark : mark === 'all'}
			onCheckedChange={() => taps.all(items, mark === 'all')}
		/>
	)
}

interface DepartmentsProps {
	directory: Directory
	numbers: readonly string[]
	below: { levels: number }
}

/** MEMB-01, MEMB-04 */
function Departments({ directory: { known, marks, picking }, numbers, below }: DepartmentsProps) {
	const taps = useTaps(picking)
	const search = useSearch({ from: '/selectMembers' })
	if (numbers.length === 0) return null
	return (
		<Rows>
			{numbers.map(number => {
				const name = nameOf(known.tree, number) ?? number
				const mark = marks.department(number)
				return (
					<li key={number}>
						<CheckRow
							icon={<DepartmentMark />}
							label={name}
							checked={mark === 'some' ? mark : mark === 'all'}
							onCheckedChange={() => taps.department(number)}
							action={
								<Link
									to="/selectMembers"
									search={{ ...search, department: number }}
									state={below}
									className={styles.below}
									aria-label={m.directory_below_of({ name })}
								>
									{m.directory_below()}
									<ChevronRight />
								</Link>
							}
						/>
					</li>
				)
			})}
		</Rows>
	)
}

function People({
	directory: { marks, picking },
	people,
}: {
	directory: Directory
	people: readonly DirectoryPerson[]
}) {
	const taps = useTaps(picking)
	return (
		<Rows>
			{people.map(person => (
				<li key={person.id}>
					<PersonRow person={person} isChosen={marks.person(person.id)} onTap={taps.person} />
				</li>
			))}
		</Rows>
	)
}
