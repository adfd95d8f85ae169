import type { DeviceKind } from './deviceChoices.ts'

/** `unknown`: the browser does not tell. */
export type DevicePermission = PermissionState | 'unknown'

type PermissionsApi = Pick<Permissions, 'query'>

const query = async (kind: DeviceKind, permissions: PermissionsApi | undefined) => {
	try {
		return await permissions?.query({ name: kind as PermissionName })
	} catch {
		// Older versions of Firefox and Safari know no such permission.
		return undefined
	}
}

export const readDevicePermission = async (
	kind: DeviceKind,
	permissions: PermissionsApi | undefined = navigator.permissions,
): Promise<DevicePermission> => (await query(kind, permissions))?.state ?? 'unknown'

/**
 * Calls back once a permission is granted, also where the person grants it in the settings and returns to the page, until
 * the function it returns is called. Not every browser sends `change`.
 */
export function watchForGrant(
	kind: DeviceKind,
	onGranted: () => void,
	permissions: PermissionsApi | undefined = navigator.permissions,
): () => void {
	let isStopped = false
	let status: PermissionStatus | undefined
	const stop = () => {
		isStopped = true
		status?.removeEventListener('change', check)
		document.removeEventListener('visibilitychange', check)
		window.removeEventListener('focus', check)
	}
	async function check() {
		const state = await readDevicePermission(kind, permissions)
		if (isStopped || state !== 'granted') return
		stop()
		onGranted()
	}
	document.addEventListener('visibilitychange', check)
	window.addEventListener('focus', check)
	void query(kind, permissions).then(queried => {
		if (isStopped) return
		status = queried
		status?.addEventListener('change', check)
	})
	return stop
}
