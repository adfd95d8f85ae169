import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { engineCheck } from './engineCheck.ts'

interface Engine {
	modules?: boolean
	weakRef?: boolean
	supports?: boolean
	/** Without `window.CSS` at all. */
	css?: boolean
}

/** Runs the check in an engine that has this and lacks that. */
function runIn(
	{ modules = true, weakRef = true, supports = true, css = true }: Engine,
	at = '/Login/ScanJoin/384620917?from=x&a=1',
) {
	const { pathname, search } = new URL(at, 'http://page')
	const gone: string[] = []
	const marks: string[] = []
	const CSS = css ? { supports: () => supports } : undefined
	runInContext(
		engineCheck,
		createContext({
			document: {
				createElement: () => (modules ? { noModule: false } : {}),
				documentElement: { setAttribute: (name: string) => marks.push(name) },
			},
			window: { WeakRef: weakRef ? Object : undefined, CSS },
			...(CSS && { CSS }),
			location: { pathname, search, replace: (to: string) => gone.push(to) },
			encodeURIComponent,
		}),
	)
	return { gone, marks }
}

test('[LIVE-16] an engine that can run the page stays', () => {
	expect(runIn({})).toEqual({ gone: [], marks: [] })
})

test.each<Engine>([{ modules: false }, { weakRef: false }, { supports: false }])(
	'[LIVE-16] one that lacks something (%j) goes to where it is told so, and the page does not start',
	engine => {
		const { gone, marks } = runIn(engine)
		expect(gone).toEqual([`/noSupport?from=${encodeURIComponent('/Login/ScanJoin/384620917?from=x&a=1')}`])
		expect(marks).toEqual(['data-unsupported'])
	},
)

/** Gaps of the engines named by the rule, and of those just below: the check looks for features, not for names. */
test.each<[string, Engine]>([
	['Chrome 43', { modules: false, weakRef: false, supports: false }],
	['Chrome 44', { modules: false, weakRef: false, supports: false }],
	['Firefox 41', { modules: false, weakRef: false, supports: false }],
	['Firefox 42', { modules: false, weakRef: false, supports: false }],
	['Safari 7', { modules: false, weakRef: false, css: false }],
	['Safari 8', { modules: false, weakRef: false, css: false }],
])(
	'[LIVE-15] a browser without what %s lacks is too old for a live, and is sent to where it is told so',
	(_, engine) => {
		const { gone } = runIn(engine, '/liveBroadcast?roomId=384620917')
		expect(gone).toEqual([`/noSupport?from=${encodeURIComponent('/liveBroadcast?roomId=384620917')}`])
	},
)

test('[LIVE-16] the check itself is written in words the oldest engines know', () => {
	expect(engineCheck).not.toMatch(/=>|`|\b(let|const|class|async|await|of)\b|\?\.|\?\?|\.\.\./)
})
