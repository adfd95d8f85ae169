import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { m } from '../../../locales/index.ts'
import { type StubAnswer, stubServer } from '../../../testing/stubServer.ts'
import { toast } from '../../../ui/index.ts'
import { useHostSelection } from './useHostSelection.ts'

const hosts = 'GET /meeting/users/getHostUser'
const lilei = { id: 'lilei', name: 'li.lei', displayName: '李雷' } as never
const lina = { id: 'lina', name: 'li.na', displayName: '李娜' } as never
const found: StubAnswer = { data: [{ id: 'lina', name: 'li.na', display_name: '李娜' }] }
/** A host of a draft, whose login name is not known. */
const ofDraft = { id: 'mei', displayName: '韩梅' } as never

let answers: Record<string, (answer: StubAnswer) => void>
beforeEach(() => {
	answers = {}
	for (const { id } of toast.current()) toast.dismiss(id)
})
afterEach(() => vi.unstubAllGlobals())

/** On an OA site, whose server answers each check when it is told to. */
function chooseHosts(initial?: typeof lina) {
	const server = stubServer({
		[hosts]: ({ query }) => new Promise(resolve => (answers[query.get('name') ?? ''] = resolve)),
	})
	const hook = renderHook(() => useHostSelection(true, initial))
	const select = (host: typeof lina) => act(async () => void hook.result.current.select(host))
	return { server, ...hook, select }
}

test('[HOST-03] another host is selected before the first is confirmed: the first check no longer counts', async () => {
	const { server, result, select } = chooseHosts()
	await select(lilei)
	await waitFor(() => expect(answers['li.lei']).toBeTruthy())
	await select(lina)
	await waitFor(() => expect(answers['li.na']).toBeTruthy())
	expect(server.requests.map(({ signal }) => signal?.aborted)).toEqual([true, false])
	await act(async () => answers['li.lei']?.({ data: [] }))
	expect(result.current).toMatchObject({ selected: lina, isChecking: true })
	await act(async () => answers['li.na']?.(found))
	await waitFor(() => expect(result.current).toMatchObject({ selected: lina, isChecking: false }))
	expect(toast.current()).toEqual([])
})

test('[HOST-03] a host who needs no check can be taken at once, whoever was being checked', async () => {
	const { result, select } = chooseHosts()
	await select(lilei)
	expect(result.current.isChecking).toBe(true)
	await select(ofDraft)
	expect(result.current).toMatchObject({ selected: ofDraft, isChecking: false })
})

test('[HOST-04] a host who does not exist is taken back, and the next one can be chosen', async () => {
	const { result, select } = chooseHosts()
	await select(lilei)
	await waitFor(() => expect(answers['li.lei']).toBeTruthy())
	await act(async () => answers['li.lei']?.({ data: [] }))
	await waitFor(() => expect(result.current).toMatchObject({ selected: undefined, isChecking: false }))
	expect(toast.current().map(({ text }) => text)).toEqual([m['Meeting.tips27']()])
})
