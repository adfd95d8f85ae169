import { expect, test } from 'vitest'
import { handleMediaKeys, type MediaSessionApi } from './mediaKeys.ts'

function aSession(unknown: readonly string[] = []) {
	const handlers = new Map<string, () => void>()
	const shown: string[] = []
	const session = {
		setActionHandler(action: string, handler: (() => void) | null) {
			if (unknown.includes(action)) throw new TypeError(action)
			if (handler) handlers.set(action, handler)
			else handlers.delete(action)
		},
		setMicrophoneActive: async (isActive: boolean) => void shown.push(`microphone ${isActive}`),
		setCameraActive: async (isActive: boolean) => void shown.push(`camera ${isActive}`),
	}
	return { session: session as unknown as MediaSessionApi, handlers, shown }
}

test('[ROOM-189] keys of headsets switch the devices and leave, until the call is over', () => {
	const did: string[] = []
	const { session, handlers, shown } = aSession()
	const keys = handleMediaKeys(session, {
		toggleMicrophone: () => did.push('microphone'),
		toggleCamera: () => did.push('camera'),
		hangUp: () => did.push('hang up'),
	})
	for (const action of ['togglemicrophone', 'togglecamera', 'hangup']) handlers.get(action)?.()
	expect(did).toEqual(['microphone', 'camera', 'hang up'])
	keys.show({ microphone: true, camera: false })
	expect(shown).toEqual(['microphone true', 'camera false'])
	keys.stop()
	expect(handlers.size).toBe(0)
})

test('[ROOM-189] a browser that knows none or only some of them is used as far as it goes', async () => {
	const nothing = { toggleMicrophone() {}, toggleCamera() {}, hangUp() {} }
	const { session, handlers } = aSession(['togglecamera'])
	handleMediaKeys(session, nothing)
	expect([...handlers.keys()]).toEqual(['togglemicrophone', 'hangup'])
	const none = handleMediaKeys(undefined, nothing)
	none.show({ microphone: true, camera: true })
	none.stop()
	const refusing = { setActionHandler() {}, setMicrophoneActive: () => Promise.reject(new Error('hidden')) }
	handleMediaKeys(refusing as unknown as MediaSessionApi, nothing).show({ microphone: true, camera: true })
	await Promise.resolve()
})
