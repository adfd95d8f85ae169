import type { DirectoryPerson } from '@parley/api'
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import {
	type FocusEvent,
	type ReactNode,
	useCallback,
	useDeferredValue,
	useLayoutEffect,
	useRef,
	useState,
} from 'react'
import { m } from '../../locales/index.ts'
import { LiveRegion, SearchField } from '../../ui/index.ts'
import styles from './DirectoryRows.module.css'
import { DirectoryRows } from './DirectoryRows.tsx'
import { peopleLabel } from './directoryLabels.ts'
import { matchesPerson } from './peopleSearch.ts'

/** Longest list rendered whole; browsers can search it, and screen readers read it from start to end. */
const wholeUpTo = 100
/** Rows above and below those in sight: where the focus goes next is there already. */
const rowsBeyond = 8

export interface PeopleRowsProps {
	people: readonly DirectoryPerson[]
	children: (person: DirectoryPerson) => ReactNode
}

/**
 * The people of a department. Of a long list only the rows around what is in sight are there; each says its place in the
 * whole one, the row with the focus stays, and a field finds people among them, which the search of a browser could not.
 */
export function PeopleRows({ people, children }: PeopleRowsProps) {
	const [typed, setTyped] = useState('')
	const words = useDeferredValue(typed)
	if (people.length <= wholeUpTo)
		return (
			<DirectoryRows>
				{people.map(person => (
					<li key={person.id}>{children(person)}</li>
				))}
			</DirectoryRows>
		)
	const found = words === '' ? people : people.filter(person => matchesPerson(person, words))
	return (
		<>
			<div className={styles.find}>
				<SearchField
					label={m.directory_find()}
					clearLabel={m.directory_search_clear()}
					value={typed}
					onValueChange={setTyped}
				/>
			</div>
			<LiveRegion>{words === '' ? '' : m.directory_found({ count: peopleLabel(found.length) })}</LiveRegion>
			{found.length === 0 && <p className={styles.nobody}>{m.directory_found_nobody({ words })}</p>}
			<LongRows people={found}>{children}</LongRows>
		</>
	)
}

function LongRows({ people, children }: PeopleRowsProps) {
	const list = useRef<HTMLUListElement>(null)
	const top = useTopOf(list)
	const { focused, ...focusHandlers } = useFocusedRow()
	const rows = useWindowVirtualizer<HTMLLIElement>({
		count: people.length,
		estimateSize: rowHeight,
		getItemKey: at => people[at]?.id ?? at,
		overscan: rowsBeyond,
		scrollMargin: top,
		rangeExtractor: useCallback((range: Range) => withFocused(defaultRangeExtractor(range), focused, range), [focused]),
	})
	return (
		<ul ref={list} className={styles.long} style={{ height: rows.getTotalSize() }} {...focusHandlers}>
			{rows.getVirtualItems().map(({ key, index, start }) => {
				const person = people[index]
				return (
					person && (
						<li
							key={key}
							ref={rows.measureElement}
							data-index={index}
							aria-posinset={index + 1}
							aria-setsize={people.length}
							style={{ transform: `translateY(${start - top}px)` }}
						>
							{children(person)}
						</li>
					)
				)
			})}
		</ul>
	)
}

/** In pixels, before a row is measured: the unit of the design follows the width of the screen. */
const rowHeight = (): number => (57 * Math.min(window.innerWidth, 768)) / 375

/** Returns the distance of the list from the top of the page; the content above it may change. */
function useTopOf(list: { current: HTMLElement | null }): number {
	const [top, setTop] = useState(0)
	// After each rendering: it is set where it has changed only.
	useLayoutEffect(() => {
		if (list.current) setTop(list.current.getBoundingClientRect().top + window.scrollY)
	})
	return top
}

/** The row that has the focus stays in the page, wherever one scrolls, so that the keyboard continues from there. */
function useFocusedRow() {
	const [focused, setFocused] = useState<number>()
	return {
		focused,
		onFocus({ target }: FocusEvent<HTMLElement>) {
			const at = target.closest<HTMLElement>('[data-index]')?.dataset.index
			setFocused(at === undefined ? undefined : Number(at))
		},
		onBlur: () => setFocused(undefined),
	}
}

/** With the row before and after it, where the focus goes next. */
function withFocused(shown: number[], focused: number | undefined, { count }: Range): number[] {
	if (focused === undefined) return shown
	const around = [focused - 1, focused, focused + 1].filter(at => at >= 0 && at < count)
	return [...new Set([...shown, ...around])].sort((a, b) => a - b)
}
