import { expect, test, vi } from 'vitest'
import { listenBeforeRouter } from './backEntry.ts'

test('a traversal of the history is told to the listener, before those that were registered later', () => {
	const heard: string[] = []
	window.addEventListener('popstate', () => heard.push('router'))
	window.dispatchEvent(new Event('popstate'))
	const listen = vi.fn(() => heard.push('back'))
	listenBeforeRouter(listen)
	window.dispatchEvent(new Event('popstate'))
	expect(heard).toEqual(['router', 'back', 'router'])
})
