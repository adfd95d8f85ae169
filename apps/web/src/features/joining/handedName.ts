import { storage } from '../../storage/index.ts'

const key = 'handedName'

/** The name filled in before signing in came between, for the way there and back in this tab (QJ-10). */
export const handedName = {
	keep: (displayName: string) => storage.writeTabText(key, displayName || undefined),
	of: (): string | undefined => storage.readTabText(key),
	forget: () => storage.writeTabText(key, undefined),
}
