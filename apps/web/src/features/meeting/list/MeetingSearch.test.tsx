import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { history } from '../../../storage/index.ts'
import { MeetingSearch } from './MeetingSearch.tsx'

beforeEach(() => {
	vi.useFakeTimers()
	history.searched.meetings.clear('hanmei')
})
afterEach(() => {
	cleanup()
	vi.useRealTimers()
})

function List({ onSearch }: { onSearch(keywords: string): void }) {
	const [keywords, setKeywords] = useState('')
	const search = (keywords: string) => {
		onSearch(keywords)
		setKeywords(keywords)
	}
	return (
		<>
			<MeetingSearch userId="hanmei" keywords={keywords} onSearch={search} />
			<button type="button" onClick={() => setKeywords('')}>
				elsewhere
			</button>
		</>
	)
}
function show() {
	const onSearch = vi.fn()
	render(<List onSearch={onSearch} />)
	return { onSearch, searched: () => onSearch.mock.calls.map(([keywords]) => keywords) }
}
const box = () => screen.getByRole<HTMLInputElement>('searchbox')
const type = (value: string) => fireEvent.change(box(), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const focusOn = (element: HTMLElement) => act(() => element.focus())
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('[PAGE-03] [PAGE-04] a field that is left keeps its text, remembers it, and neither dims the list nor can be cancelled', async () => {
	const { searched } = show()
	focusOn(box())
	type('road')
	await pass(300)
	focusOn(screen.getByText('elsewhere'))
	expect([box().value, searched()]).toEqual(['road', ['road']])
	expect([screen.queryByTestId('backdrop'), screen.queryByRole('button', { name: '取消' })]).toEqual([null, null])
	focusOn(box())
	expect(screen.getByTestId('backdrop')).toBeTruthy()
	expect(screen.getByRole('button', { name: 'road' })).toBeTruthy()
})

test('[PAGE-03] a search that is cancelled leaves an empty field', async () => {
	const { searched } = show()
	focusOn(box())
	type('road')
	await pass(300)
	press('取消')
	await pass(1_000)
	expect([box().value, searched()]).toEqual(['', ['road', '']])
	expect(screen.queryByRole('button', { name: '取消' })).toBeNull()
})

test('[PAGE-03] [PAGE-04] a search that was started is no longer typed: the list is as it was, and the field offers it again', async () => {
	show()
	// The focus itself does not move: here it says nothing about where it goes to.
	fireEvent.focus(box())
	type('road')
	fireEvent.submit(box())
	expect(screen.queryByRole('button', { name: '取消' })).toBeNull()
	fireEvent.focus(box())
	expect(screen.getByTestId('backdrop')).toBeTruthy()
	expect(screen.getByRole('button', { name: 'road' })).toBeTruthy()
})

test('[PAGE-14] a search that ended elsewhere empties the field', async () => {
	show()
	type('road')
	fireEvent.submit(box())
	fireEvent.click(screen.getByText('elsewhere'))
	expect(box().value).toBe('')
})

test('[STORE-05] searches that were cleared are not offered the next time either', async () => {
	history.searched.meetings.add('hanmei', 'road')
	show()
	focusOn(box())
	press('清空')
	expect(screen.queryByRole('button', { name: 'road' })).toBeNull()
	cleanup()
	show()
	focusOn(box())
	expect(screen.getByTestId('backdrop')).toBeTruthy()
	expect(screen.queryByRole('button', { name: 'road' })).toBeNull()
})

test('[PAGE-16] a list that was left while one typed searches for nothing', async () => {
	const { onSearch } = show()
	type('road')
	cleanup()
	await pass(1_000)
	expect(onSearch).not.toHaveBeenCalled()
})
