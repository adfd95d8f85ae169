import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aColleague } from '../../testing/aDirectory.ts'
import { PersonRow } from './DirectoryRows.tsx'
import { PeopleRows } from './PeopleRows.tsx'

const rowHeight = 57
const screenHeight = 600
const people = (count: number) => Array.from({ length: count }, (_, n) => aColleague(`u${n}`, '1', `Person ${n}`))

function show(count: number, onToggle = () => {}) {
	return render(
		<PeopleRows people={people(count)}>
			{person => <PersonRow person={person} isSelected={false} onToggle={onToggle} />}
		</PeopleRows>,
	)
}
const rows = () => screen.getAllByRole('listitem')
const names = () => rows().map(row => /Person \d+/.exec(row.textContent ?? '')?.[0])
async function scrollTo(y: number) {
	window.scrollTo(0, y)
	await act(async () => void window.dispatchEvent(new Event('scroll')))
}

beforeEach(() => {
	vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(rowHeight)
	vi.spyOn(HTMLUListElement.prototype, 'getBoundingClientRect').mockImplementation(
		() => new DOMRect(0, -window.scrollY),
	)
	vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(1_000 * rowHeight)
	window.innerWidth = 375
	window.innerHeight = screenHeight
	window.scrollTo(0, 0)
})
afterEach(() => {
	cleanup()
	vi.restoreAllMocks()
})

test('[MEMB-01] a short list is there as a whole, and needs no field to find people in it', () => {
	show(100)
	expect(rows()).toHaveLength(100)
	expect(screen.queryByRole('searchbox')).toBeNull()
})

test('[MEMB-01] of a thousand people those around what is in sight are there, each with their place among all', async () => {
	show(1_000)
	expect(rows().length).toBeLessThan(40)
	expect(names()[0]).toBe('Person 0')
	const [first] = rows()
	expect([first?.getAttribute('aria-posinset'), first?.getAttribute('aria-setsize')]).toEqual(['1', '1000'])
	await scrollTo(500 * rowHeight)
	expect(names()).toContain('Person 503')
	expect(names()).not.toContain('Person 0')
	expect(rows().length).toBeLessThan(40)
})

test('[MEMB-01] the row with the focus stays wherever one scrolls, with the next one after it', async () => {
	show(1_000)
	const box = screen.getByRole('checkbox', { name: /^Person 3\b/ })
	act(() => box.focus())
	await scrollTo(500 * rowHeight)
	expect(document.activeElement).toBe(box)
	expect(names().slice(0, 3)).toEqual(['Person 2', 'Person 3', 'Person 4'])
})

test('[MEMB-01] people are found among all of them by a part of the name or the beginning of the login name', async () => {
	const { container } = show(1_000)
	const find = (value: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value } })
	find('PERSON 99')
	await waitFor(() => expect(rows()).toHaveLength(11))
	expect(names()).toContain('Person 990')
	find('login.u998')
	await waitFor(() => expect(names()).toEqual(['Person 998']))
	expect(container.querySelector('[role=status]')?.textContent).toBe('找到 1 人')
	find('nobody')
	await screen.findByText('本部门中没有“nobody”')
	expect(screen.queryAllByRole('listitem')).toEqual([])
	find('')
	await waitFor(() => expect(names()[0]).toBe('Person 0'))
})
