import { storage } from '../../storage/index.ts'

const key = 'handedName'

/** The name filled in before signing in came between, for the way there and back in this tab (QJ-10). */
export const savedName = {
	save: (displayName: string) => storage.writeTabText(key, displayName || undefined),
	read: (): string | undefined => storage.readTabText(key),
	clear: () => storage.writeTabText(key, undefined),
}
