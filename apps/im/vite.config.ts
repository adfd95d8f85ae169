import react from '@vitejs/plugin-react'
import { defaultClientConditions, type UserConfig } from 'vite'

const floor = ['chrome90', 'ios15.4', 'safari15.4']

const config: UserConfig = {
	base: '/im/',
	plugins: [react()],
	// The SDK as it is written, not as it is packed.
	resolve: { conditions: ['parley-source', ...defaultClientConditions] },
	build: {
		target: floor,
		cssTarget: floor,
		// The content security policy allows files only: nothing may be written into the document.
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
	},
}

export default config
