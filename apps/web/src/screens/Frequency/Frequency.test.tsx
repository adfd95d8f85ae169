import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chooseLanguage } from '../../locales/index.ts'
import { storage } from '../../storage/index.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { Frequency } from './Frequency.screen.tsx'

const show = (from = 'create') => renderScreen('/frequency', Frequency, `/frequency?from=${from}`)
const keep = (from: string, changes: object, search?: object) =>
	storage.writeTabText(`meetingDraft.${from}`, JSON.stringify({ of: 'hanmei c1', search, before: {}, changes }))
const kept = (from: string) => JSON.parse(storage.readTabText(`meetingDraft.${from}`) ?? '{}').changes?.recurrence
const wheel = () => screen.getByRole('spinbutton', { name: '重复周期' })
const turn = (times: number) => {
	for (let turned = 0; turned < times; turned++) fireEvent.keyDown(wheel(), { key: 'ArrowDown' })
}
const confirm = () => fireEvent.click(screen.getByRole('button', { name: '确定' }))

beforeEach(() => setPerson(aMember()))
afterEach(() => {
	cleanup()
	chooseLanguage('zh')
	for (const from of ['create', 'edit'])
		for (const key of ['meetingDraft', 'pickedRecurrence']) storage.writeTabText(`${key}.${from}`, undefined)
})

test('[REC-01] [CREATE-06] four frequencies, the first of them selected', async () => {
	await show()
	expect(wheel().getAttribute('aria-valuetext')).toBe('每天')
	const options = [...wheel().querySelectorAll('[aria-hidden] > div')].map(option => option.textContent)
	expect(options).toEqual(['每天', '每周', '每月', '不定期'])
})

test('[REC-02] [REC-08] weekly shows seven weekdays from Sunday on, that of the start selected', async () => {
	keep('create', { start: '2026-11-24 09:30:00' })
	await show()
	turn(1)
	const days = screen.getAllByRole<HTMLInputElement>('radio')
	expect(days.map(day => day.closest('label')?.textContent)).toEqual([
		'周日',
		'周一',
		'周二',
		'周三',
		'周四',
		'周五',
		'周六',
	])
	expect(days.findIndex(day => day.checked)).toBe(2)
	fireEvent.click(days[0] as HTMLInputElement)
	confirm()
	await waitFor(() => expect(kept('create')).toEqual({ every: 'week', weekday: 0 }))
})

test('[REC-03] [REC-09] monthly shows 31 days', async () => {
	keep('create', { start: '2026-11-24 09:30:00' })
	await show()
	turn(2)
	expect(screen.getAllByRole('radio')).toHaveLength(31)
	expect(screen.getByRole<HTMLInputElement>('radio', { name: '24 日' }).checked).toBe(true)
	fireEvent.click(screen.getByRole('radio', { name: '31 日' }))
	confirm()
	await waitFor(() => expect(kept('create')).toEqual({ every: 'month', day: 31 }))
})

test('[REC-04] [OP-018] a sentence describes the choice, and days that some months lack', async () => {
	keep('create', { start: '2026-11-24 09:30:00' })
	await show()
	screen.getByText('每天 09:30 开始。')
	turn(1)
	screen.getByText('每周二 09:30 开始。')
	turn(1)
	screen.getByText('每月 24 日 09:30 开始。')
	expect(screen.queryByText(/没有这一天/)).toBeNull()
	for (const day of [29, 30, 31]) {
		fireEvent.click(screen.getByRole('radio', { name: `${day} 日` }))
		screen.getByText(`每月 ${day} 日 09:30 开始。`)
		screen.getByText('没有这一天的月份，改在当月最后一天。')
	}
	turn(1)
	screen.getByText('没有固定时间，需要时随时开始。')
	expect(screen.queryByRole('radio')).toBeNull()
})

test('what any choice says has its room before it is chosen, so that the wheel stays where it is', async () => {
	keep('create', { start: '2026-11-24 09:30:00' })
	await show()
	const reserved = () =>
		[...document.querySelectorAll<HTMLElement>('[data-sentence]')].map(({ dataset }) => [
			dataset.sentence,
			dataset.note,
		])
	const all = [
		['每天 09:30 开始。', undefined],
		['每周三 09:30 开始。', undefined],
		['每月 31 日 09:30 开始。', '没有这一天的月份，改在当月最后一天。'],
		['没有固定时间，需要时随时开始。', undefined],
	]
	for (let turned = 0; turned < 4; turned++) {
		expect(reserved()).toEqual(all)
		turn(1)
	}
})

test('[REC-06] no fixed time can be chosen', async () => {
	await show()
	turn(3)
	confirm()
	await waitFor(() => expect(kept('create')).toEqual({ every: 'no-fixed-time' }))
})

test.each([
	['create', '/MeetingList/CreateMeeting'],
	['edit', '/MeetingList/EditMeeting?meeting_id=842391556&meeting_topic=x'],
	['anything', '/MeetingList/EditMeeting?meeting_id=842391556&meeting_topic=x'],
])('[REC-05] [ROUTE-44] from=%s returns to %s', async (from, place) => {
	if (from !== 'create') keep('edit', {}, { meeting_id: '842391556', meeting_topic: 'x' })
	const { where } = await show(from)
	confirm()
	await waitFor(() => expect(where()).toBe(place))
	expect(kept(from === 'create' ? 'create' : 'edit')).toEqual({ every: 'day' })
})

test('[STORE-08] going back without confirming changes nothing', async () => {
	keep('create', { recurrence: { every: 'month', day: 3 } })
	const { where } = await show()
	turn(1)
	fireEvent.click(screen.getByRole('button', { name: '返回' }))
	await waitFor(() => expect(where()).toBe('/MeetingList/CreateMeeting'))
	expect(kept('create')).toEqual({ every: 'month', day: 3 })
})

test('[CREATE-02] leaving for any other screen deletes the draft', async () => {
	keep('create', { topic: '周会' })
	const { go } = await show()
	await go('/MeetingList')
	expect(storage.readTabText('meetingDraft.create')).toBeUndefined()
})

const choiceKey = 'pickedRecurrence.create'

test('[STORE-08] the choice survives a reload and is deleted on leaving', async () => {
	const { visit } = await show()
	turn(1)
	expect(JSON.parse(storage.readTabText(choiceKey) ?? '{}').value.every).toBe('week')
	expect(storage.readTabText('meetingDraft.create')).toBeUndefined()
	await visit('/MeetingList')
	expect(storage.readTabText(choiceKey)).toBeUndefined()
})

test('[STORE-08] the choice is restored only on its own history entry', async () => {
	const { visit, back } = await show()
	turn(1)
	const text = storage.readTabText(choiceKey)
	await visit('/MeetingList')
	storage.writeTabText(choiceKey, text)
	await back()
	expect(wheel().getAttribute('aria-valuetext')).toBe('每周')
	cleanup()
	storage.writeTabText(choiceKey, text)
	await show()
	expect(wheel().getAttribute('aria-valuetext')).toBe('每天')
})

test('[STORE-08] what one person chose is not there for the next one', async () => {
	const { visit, back } = await show()
	turn(1)
	const text = storage.readTabText(choiceKey)
	await visit('/MeetingList')
	storage.writeTabText(choiceKey, text)
	const { user, ...member } = aMember()
	setPerson({ ...member, user: { ...user, id: 'lilei' as never } })
	await back()
	expect(wheel().getAttribute('aria-valuetext')).toBe('每天')
})

test('a guest is offered to sign in', async () => {
	setPerson({ kind: 'guest' })
	await show()
	await screen.findByText('请先登录')
	expect(screen.queryByRole('spinbutton')).toBeNull()
})

test('[REC-10] English days have ordinal endings', async () => {
	chooseLanguage('en')
	keep('create', { recurrence: { every: 'month', day: 1 } })
	await show()
	const endings = { 1: '1st', 2: '2nd', 3: '3rd', 4: '4th', 11: '11th', 12: '12th', 13: '13th', 21: '21st', 31: '31st' }
	for (const [day, named] of Object.entries(endings)) {
		const radio = screen.getByRole('radio', { name: named })
		expect(radio.parentElement?.textContent).toBe(day)
		fireEvent.click(radio)
		screen.getByText(new RegExp(`On the ${named} of every month`))
	}
})

test('[REC-05] opened from elsewhere, it leads to the form', async () => {
	const { where, visit } = await renderScreen('/frequency', Frequency, '/MeetingList')
	await visit('/frequency?from=create')
	confirm()
	await waitFor(() => expect(where()).toBe('/MeetingList/CreateMeeting'))
})
