import { expect, test, vi } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { type NodeAddress, type NodeCallHandler, NodeUnreachableError } from '../../platform/nodeCalls.ts'
import { createCutOffCheck, createTellRemoved } from './cutOffCheck.ts'

/** Nodes that call each other without a network. */
function openCalls() {
	const handlers = new Map<string, NodeCallHandler['answer']>()
	const failing = new Map<string, Error>()
	return {
		failing,
		callsOf: (id: string) => ({
			handle: (call: string, _: unknown, answer: NodeCallHandler['answer']) =>
				void handlers.set(`${id} ${call}`, answer),
			async ask(node: NodeAddress, call: string, input: unknown) {
				const failure = failing.get(node.id)
				if (failure) throw failure
				return await handlers.get(`${node.id} ${call}`)?.(input as never)
			},
		}),
	}
}

const addressOf = (id: string): NodeAddress => ({ id, url: `http://${id}` })

/** A node that checks when the returned function is called. */
function open(calls: ReturnType<ReturnType<typeof openCalls>['callsOf']>, id: string, others: string[]) {
	const state = { isTrusted: true }
	const onCutOff = vi.fn()
	let check = () => {}
	createCutOffCheck({
		nodes: { id, isTrusted: () => state.isTrusted, others: () => others.map(addressOf) },
		calls,
		repeat(_, act) {
			check = act
			return () => {}
		},
		log: createLog('silent'),
		onCutOff,
	}).start()
	const run = async () => {
		check()
		await new Promise(resolve => setImmediate(resolve))
	}
	return { state, onCutOff, run }
}

test('[NODE-13] a node without the database stops where another one reaches it, and goes on where none does', async () => {
	const { callsOf } = openCalls()
	const one = open(callsOf('one'), 'one', ['other'])
	const other = open(callsOf('other'), 'other', ['one'])
	await one.run()
	one.state.isTrusted = false
	other.state.isTrusted = false
	await one.run()
	expect(one.onCutOff).not.toHaveBeenCalled()
	other.state.isTrusted = true
	await one.run()
	expect(one.onCutOff).not.toHaveBeenCalled()
	await one.run()
	expect(one.onCutOff).toHaveBeenCalledOnce()
})

test('[NODE-26] a node whose heartbeat follows that of another one goes on, after the database was away for both', async () => {
	const { callsOf } = openCalls()
	const one = open(callsOf('one'), 'one', ['other'])
	open(callsOf('other'), 'other', ['one'])
	for (const isTrusted of [false, true, false]) {
		one.state.isTrusted = isTrusted
		await one.run()
	}
	expect(one.onCutOff).not.toHaveBeenCalled()
})

test('[NODE-24] a node that is told that it was removed stops, also by one that it does not know', async () => {
	const { callsOf, failing } = openCalls()
	const one = open(callsOf('one'), 'one', [])
	const tellRemoved = createTellRemoved(callsOf('other'))
	expect(await tellRemoved(addressOf('one'))).toBe(true)
	expect(one.onCutOff).toHaveBeenCalledOnce()
	failing.set('one', new NodeUnreachableError(addressOf('one'), new Error('timeout')))
	expect(await tellRemoved(addressOf('one'))).toBe(false)
	// It has ended, or another process has its address.
	failing.set('one', new NodeUnreachableError(addressOf('one'), { code: 'ECONNREFUSED' }))
	expect(await tellRemoved(addressOf('one'))).toBe(true)
	failing.set('one', new Error('refused: 403'))
	expect(await tellRemoved(addressOf('one'))).toBe(true)
})
