/** `uid/appId` (IMC-10). */
export const jidOf = (uid: string, appId: string): string => `${uid}/${appId}`

/** A position in a log or list as text: `epoch.position`. */
export const formatCursor = (epoch: string, hisId: number): string => `${epoch}.${hisId}`
export function parseCursor(cursor: string): { epoch: string; hisId: number } {
	const dot = cursor.lastIndexOf('.')
	return { epoch: cursor.slice(0, dot), hisId: Number(cursor.slice(dot + 1)) }
}
