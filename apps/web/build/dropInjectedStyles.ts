import type { Plugin } from 'vite'

const call = /^styleInject\(css_\w+\);$/m

/**
 * Drops the style element that the zooming library adds when it is loaded: the content security policy forbids it, and browsers
 * would report that. The rules that are needed stand in ZoomableScreen.module.css.
 */
export const dropInjectedStyles = (): Plugin => ({
	name: 'parley:drop-injected-styles',
	transform(code, id) {
		if (!id.includes('/react-zoom-pan-pinch/')) return undefined
		if (!call.test(code)) throw new Error('react-zoom-pan-pinch no longer adds its styles: remove this plugin')
		return { code: code.replace(call, ''), map: null }
	},
})
