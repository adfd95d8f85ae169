import type { Plugin } from 'vite'

/** What nobody reads in the page: words of the documentation, lists that only give types, addresses without a screen. */
const spare = [
	{ file: /\/contracts\/api\/src\/[\w-]+\.ts(\?|$)/, text: /^\t+summary:\s+'[^']*',\n/gm },
	{ file: /\/src\/app\/routes\.ts$/, text: /^\t\{ path: '[^']*'(, search: \[[^\]]*\])? \},\n|search: \[[^\]]*\],?/gm },
]

/** Leaves out of the built page what only the server, or only the compiler, reads. */
export function lean(): Plugin {
	return {
		name: 'parley:lean',
		apply: 'build',
		enforce: 'pre',
		transform(code, id) {
			const found = spare.find(({ file }) => file.test(id))
			return found ? { code: code.replace(found.text, ''), map: null } : null
		},
	}
}
