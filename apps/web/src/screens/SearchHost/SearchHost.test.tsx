import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reachability } from '../../api/index.ts'
import { history, storage } from '../../storage/index.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { type StubAnswer, stubServer } from '../../testing/stubServer.ts'
import { toast } from '../../ui/index.ts'
import { SearchHost } from './SearchHost.screen.tsx'

const hosts = 'GET /meeting/users/getHostUser'
const lilei = { id: 'lilei', name: 'li.lei', display_name: '李雷' }
const lina = { id: 'lina', name: 'li.na', display_name: '李娜' }
const found: StubAnswer = { data: [lilei, lina] }

const show = (isOA = false, from = 'create') =>
	renderScreen('/searchHost', SearchHost, `/searchHost?from=${from}&isOA=${isOA}`)
const box = () => screen.getByRole<HTMLInputElement>('searchbox')
const type = (value: string) => fireEvent.change(box(), { target: { value } })
const radio = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name })
const confirm = () => fireEvent.click(screen.getByRole('button', { name: '确定' }))
const kept = (from = 'create') => JSON.parse(storage.readTabText(`meetingDraft.${from}`) ?? '{}').changes?.host

beforeEach(() => setPerson(aMember()))
afterEach(() => {
	cleanup()
	vi.useRealTimers()
	vi.unstubAllGlobals()
	history.searched.hosts.clear('hanmei')
	for (const from of ['create', 'edit']) storage.writeTabText(`meetingDraft.${from}`, undefined)
})

test('[HOST-02] the typed text is searched for by display name', async () => {
	const server = stubServer({ [hosts]: found })
	await show()
	type(' 李 ')
	await radio(/李雷/)
	expect(server.last(hosts)?.query.get('displayName')).toBe('李')
	expect(server.last(hosts)?.query.has('name')).toBe(false)
	expect(server.count(hosts)).toBe(1)
})

test('[HOST-01] one host is selected, and saved in the draft', async () => {
	stubServer({ [hosts]: found })
	const { where } = await show()
	type('李')
	fireEvent.click(await radio(/李雷/))
	fireEvent.click(await radio(/李娜/))
	expect((await radio(/李雷/)).checked).toBe(false)
	expect((await radio(/李娜/)).checked).toBe(true)
	confirm()
	await waitFor(() => expect(where()).toBe('/MeetingList/CreateMeeting'))
	expect(kept()).toMatchObject({ id: 'lina', displayName: '李娜', name: 'li.na' })
})

test('[HOST-01] the current host is selected first, and the person themselves can be selected', async () => {
	stubServer({})
	storage.writeTabText(
		'meetingDraft.edit',
		JSON.stringify({ of: 'hanmei c1', before: { host: { id: 'lilei', displayName: '李雷' } }, changes: {} }),
	)
	await show(false, 'edit')
	expect((await radio(/李雷/)).checked).toBe(true)
	fireEvent.click(await radio(/韩梅/))
	confirm()
	await waitFor(() => expect(kept('edit')).toMatchObject({ id: 'hanmei' }))
})

test('a newer search cancels the older one, whose answer is ignored', async () => {
	const answers: Record<string, (answer: StubAnswer) => void> = {}
	const server = stubServer({
		[hosts]: ({ query }) => new Promise(resolve => (answers[query.get('displayName') ?? ''] = resolve)),
	})
	await show()
	type('李')
	await waitFor(() => expect(answers.李).toBeTruthy())
	type('李娜')
	await waitFor(() => expect(answers.李娜).toBeTruthy())
	expect(server.requests.map(({ signal }) => signal?.aborted)).toEqual([true, false])
	await act(async () => {})
	expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
	await act(async () => answers.李娜?.({ data: [lina] }))
	await act(async () => answers.李?.(found))
	await radio(/李娜/)
	expect(screen.queryByRole('radio', { name: /李雷/ })).toBeNull()
})

test('typing fast searches once', async () => {
	const server = stubServer({ [hosts]: found })
	await show()
	for (const word of ['l', 'li', 'lil']) type(word)
	await radio(/李雷/)
	expect(server.requests.map(({ query }) => query.get('displayName'))).toEqual(['lil'])
})

test('[HOST-03] on an OA site the existence of the host is checked by login name', async () => {
	const server = stubServer({ [hosts]: found })
	const { where } = await show(true)
	type('李')
	fireEvent.click(await radio(/李雷/))
	await waitFor(() => expect(server.last(hosts)?.query.get('name')).toBe('li.lei'))
	await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: '确定' }).disabled).toBe(false))
	confirm()
	await waitFor(() => expect(where()).toBe('/MeetingList/CreateMeeting'))
	expect(kept()).toMatchObject({ id: 'lilei' })
})

test('[HOST-03] on other sites it is not checked', async () => {
	const server = stubServer({ [hosts]: found })
	await show()
	type('李')
	fireEvent.click(await radio(/李雷/))
	await act(async () => {})
	expect(server.count(hosts)).toBe(1)
})

test('[HOST-04] a host who does not exist is rejected, and nobody is selected', async () => {
	stubServer({ [hosts]: ({ query }) => (query.has('name') ? { data: [] } : found) })
	await show(true)
	type('李')
	fireEvent.click(await radio(/李雷/))
	await screen.findByText('未找到该主持人，请重新选择')
	expect((await radio(/李雷/)).checked).toBe(false)
	expect(screen.getByRole<HTMLButtonElement>('button', { name: '确定' }).disabled).toBe(true)
	expect(kept()).toBeUndefined()
})

test('[HOST-03] without a network the host counts as unchecked', async () => {
	stubServer({ [hosts]: ({ query }) => (query.has('name') ? 'no-answer' : found) })
	await show(true)
	type('李')
	fireEvent.click(await radio(/李雷/))
	await screen.findByText(/暂时无法核对该主持人/)
	expect((await radio(/李雷/)).checked).toBe(false)
})

test('[HOST-01] [STORE-05] recent searches are offered, and can be cleared', async () => {
	stubServer({ [hosts]: found })
	for (const word of ['a', 'b', 'c', 'd', 'e']) history.searched.hosts.add('hanmei', word)
	await show()
	type('李')
	fireEvent.submit(box())
	expect(history.searched.hosts.list('hanmei')).toEqual(['李', 'e', 'd', 'c', 'b'])
	fireEvent.click(screen.getByRole('button', { name: '清空搜索' }))
	fireEvent.click(await screen.findByRole('button', { name: 'd' }))
	expect(box().value).toBe('d')
	type('')
	fireEvent.click(await screen.findByRole('button', { name: '清除' }))
	expect(history.searched.hosts.list('hanmei')).toEqual([])
	expect(screen.queryByText('最近搜索')).toBeNull()
})

test('[STORE-05] a search that led to a selection is remembered too', async () => {
	stubServer({ [hosts]: found })
	await show()
	type('李')
	fireEvent.click(await radio(/李雷/))
	confirm()
	expect(history.searched.hosts.list('hanmei')).toEqual(['李'])
})

test('an empty result repeats the query', async () => {
	stubServer({ [hosts]: { data: [] } })
	await show()
	type('王')
	await screen.findByText('没有找到“王”')
})

test('[PAGE-15] emoji do not stay in the search', async () => {
	stubServer({})
	await show()
	type('李😀')
	expect(box().value).toBe('李')
})

test.each([
	['no-answer', '网络连接异常'],
	[{ status: 500, code: 500 }, '搜索失败'],
] as const)('a failed search can be retried (%j)', async (answer, says) => {
	const server = stubServer({ [hosts]: answer })
	await show()
	type('李')
	await screen.findByText(says)
	server.answers[hosts] = found
	fireEvent.click(screen.getByRole('button', { name: '重试' }))
	await radio(/李雷/)
})

test('[HOST-02] the personal edition has no directory, with its message', async () => {
	stubServer({ [hosts]: { status: 403, code: 403 } })
	await show()
	type('李')
	await screen.findByText('个人版没有通讯录')
	expect(screen.queryByText(/服务器暂时没有响应/)).toBeNull()
})

test('a guest is offered to sign in, and nothing can be searched for', async () => {
	setPerson({ kind: 'guest' })
	stubServer({})
	await show()
	await screen.findByText('请先登录')
	expect(screen.queryByRole('searchbox')).toBeNull()
})

test('a search that failed without a network is sent again once the server can be reached', async () => {
	const server = stubServer({ [hosts]: 'no-answer' })
	await show()
	type('李')
	await screen.findByText('网络连接异常')
	server.answers[hosts] = found
	act(() => reachability.set(true))
	await radio(/李雷/)
	act(() => reachability.set(false))
	act(() => reachability.set(true))
	expect(server.count(hosts)).toBe(2)
})

test('a search that is still waiting when one leaves is not sent', async () => {
	vi.useFakeTimers()
	const server = stubServer({ [hosts]: found })
	const { go } = await show()
	type('李')
	await go('/MeetingList')
	await act(() => vi.advanceTimersByTimeAsync(10_000))
	expect(server.count(hosts)).toBe(0)
})

test('[HOST-04] the answer about a host that comes after one has left shows nothing, and that of another one rejects nobody', async () => {
	const answers: ((answer: StubAnswer) => void)[] = []
	stubServer({
		[hosts]: ({ query }) => (query.has('name') ? new Promise(resolve => answers.push(resolve)) : found),
	})
	const { go } = await show(true)
	type('李')
	fireEvent.click(await radio(/李雷/))
	fireEvent.click(await radio(/李娜/))
	await act(async () => answers[0]?.({ data: [] }))
	expect((await radio(/李娜/)).checked).toBe(true)
	await go('/MeetingList')
	await act(async () => answers[1]?.({ data: [] }))
	expect(toast.current()).toEqual([])
})
