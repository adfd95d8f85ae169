import { picturePathOf } from '@parley/core'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { setReaderZone } from '../../testing/readerZone.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { type StubAnswer, stubServer } from '../../testing/stubServer.ts'
import { wireForm } from '../../testing/wireForm.ts'
import { LivePreview } from './LivePreview.screen.tsx'

const form = 'GET /meeting/meetings/842391556/edit'
const background = picturePathOf(`${'0f'.repeat(32)}.jpg`)
const show = (from = 'meetingList') =>
	renderScreen('/preview', LivePreview, `/preview?from=${from}&meetingId=842391556`)
const live = (fields: object = {}): Record<string, StubAnswer> => ({
	[form]: { data: { meeting: wireForm({ live: 1, live_bg_img: background, details: '<p>简介正文</p>', ...fields }) } },
})

beforeEach(() => setPerson(aMember()))
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

test('[ROUTE-42] [DETAIL-09] the background of the live and a tab with its introduction', async () => {
	stubServer(live())
	const { container } = await show()
	await screen.findByRole('heading', { name: '冬季计划' })
	expect(container.querySelector('img')?.getAttribute('src')).toBe(background)
	expect(screen.getByRole('tab', { name: '简介', selected: true })).toBeTruthy()
	expect(within(screen.getByRole('tabpanel')).getByText('简介正文')).toBeTruthy()
})

test('without background and introduction there is one that is drawn, and a sentence', async () => {
	stubServer(live({ live_bg_img: undefined, details: '' }))
	const { container } = await show()
	await screen.findByText('主持人还没有填写直播简介')
	expect(container.querySelector('img')).toBeNull()
})

test('a long introduction is cut off, and a tap shows the whole of it', async () => {
	stubServer(live({ details: `<p>${'字'.repeat(301)}</p>` }))
	const { where } = await show()
	fireEvent.click(await screen.findByRole('button', { name: '查看完整简介' }))
	await waitFor(() => expect(where()).toBe('/liveDetail/842391556'))
})

test.each([
	['meetingList', '/MeetingList'],
	['detail', '/detail/842391556'],
	['', '/detail/842391556'],
])('[ROUTE-43] from=%s goes back to %s', async (from, place) => {
	stubServer(live())
	const { where } = await show(from)
	fireEvent.click(screen.getByRole('button', { name: '返回' }))
	await waitFor(() => expect(where()).toBe(place))
})

test('without an id there is no such live', async () => {
	stubServer({ 'GET /meeting/meetings/0/edit': { status: 404, code: 404 } })
	await renderScreen('/preview', LivePreview, '/preview')
	await screen.findByText('没有找到这场直播')
})

test('[LIST-35] the hours name their zone to a reader of another one', async () => {
	setReaderZone('Europe/London')
	stubServer(live())
	await show()
	await screen.findByText(/（UTC\+8，您当地时间 .*）/)
})
