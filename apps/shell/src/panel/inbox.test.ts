import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDemoServer, type TextMessage } from '../phone/demoServer.ts'
import { showInbox } from './inbox.ts'
import { bindWorkplaceForm } from './workplaceForm.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const code = (text: string): TextMessage => ({ at: 1_773_108_000_000, to: '+86 13800000001', text })

async function openInbox(answers: (TextMessage[] | undefined)[]) {
	const parts = {
		section: document.createElement('section'),
		list: document.createElement('ol'),
		empty: document.createElement('p'),
	}
	const shown = showInbox({ inbox: async () => answers.shift() }, parts, 1_000)
	await vi.advanceTimersByTimeAsync(0)
	return { ...parts, ...shown }
}

test('[SMS-18] codes that were sent are shown as they come, newest first', async () => {
	const { section, list, empty } = await openInbox([[], [code('second 222222'), code('first 111111')]])
	expect(section.hidden).toBe(false)
	expect(empty.hidden).toBe(false)
	await vi.advanceTimersByTimeAsync(1_000)
	expect(empty.hidden).toBe(true)
	expect([...list.children].map(item => item.querySelector('.sms-text')?.textContent)).toEqual([
		'second 222222',
		'first 111111',
	])
	expect(list.textContent).toContain('+86 13800000001')
})

test('[SMS-18] where messages really leave there is no inbox', async () => {
	expect((await openInbox([undefined])).section.hidden).toBe(true)
})

const answering = (status: number, body: unknown) => vi.fn(async () => new Response(JSON.stringify(body), { status }))

test('the demoServer asks for a proof and for messages, and a server without one is nobody', async () => {
	const fetch = answering(200, { proof: 'signed' })
	expect(await createDemoServer(fetch).identify('apple', 'apple-hanmei')).toBe('signed')
	expect(fetch).toHaveBeenCalledWith('/shell/identify', {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: '{"app":"apple","subject":"apple-hanmei"}',
	})
	expect(await createDemoServer(answering(404, {})).identify('apple', 'x')).toBeUndefined()
	expect(await createDemoServer(answering(404, {})).inbox()).toBeUndefined()
	expect(await createDemoServer(answering(200, { messages: [code('1')] })).inbox()).toEqual([code('1')])
	expect(await createDemoServer(vi.fn(() => Promise.reject(new Error('away')))).inbox()).toBeUndefined()
})

test('[BRG-04] the workplace app signs in with an identity it vouches for', async () => {
	const form = document.createElement('form')
	const subject = document.createElement('input')
	const errorText = document.createElement('p')
	const fire = vi.fn()
	const identify = vi.fn(async () => 'signed' as string | undefined)
	bindWorkplaceForm({ form, subject, errorText }, { identify }, fire)
	subject.value = ' ding-oa.wang '
	form.requestSubmit()
	await vi.advanceTimersByTimeAsync(0)
	expect(identify).toHaveBeenCalledWith('dingtalk', 'ding-oa.wang')
	expect(fire).toHaveBeenCalledWith('dingTalkLogin', { openid: 'signed' })
	identify.mockResolvedValue(undefined)
	form.requestSubmit()
	await vi.advanceTimersByTimeAsync(0)
	expect(fire).toHaveBeenCalledOnce()
	expect(errorText.textContent).not.toBe('')
})
