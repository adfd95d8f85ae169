import { expect, test } from 'vitest'
import { readDevicePermission, watchForGrant } from './devicePermission.ts'

/** Permissions of a browser; `asks` is how often the page has asked. */
function createPermissions(state: PermissionState) {
	const status = Object.assign(new EventTarget(), { state })
	return {
		api: { query: async () => status as unknown as PermissionStatus },
		become(next: PermissionState) {
			status.state = next
		},
		tell: () => status.dispatchEvent(new Event('change')),
	}
}
const settled = () => new Promise(resolve => setTimeout(resolve))

test('[ROOM-120] a browser that does not know the permission says nothing', async () => {
	const throwing = { query: () => Promise.reject(new TypeError('not a permission')) }
	expect(await readDevicePermission('camera', throwing)).toBe('unknown')
	expect(await readDevicePermission('camera', createPermissions('granted').api)).toBe('granted')
})

test('[ROOM-123] a grant is noticed once, when the browser tells', async () => {
	const { api, become, tell } = createPermissions('denied')
	let grants = 0
	watchForGrant('microphone', () => grants++, api)
	await settled()
	tell()
	await settled()
	expect(grants).toBe(0)
	become('granted')
	tell()
	await settled()
	tell()
	await settled()
	expect(grants).toBe(1)
})

test('[ROOM-123] a browser that does not tell is asked on return to the page, until nobody waits', async () => {
	const { api, become } = createPermissions('denied')
	let grants = 0
	const stop = watchForGrant('microphone', () => grants++, api)
	watchForGrant('camera', () => grants++, api)
	become('granted')
	stop()
	window.dispatchEvent(new Event('focus'))
	await settled()
	expect(grants).toBe(1)
})
