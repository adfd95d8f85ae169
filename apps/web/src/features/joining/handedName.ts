import { storage } from '../../storage/index.ts'

const key = 'handedName'

/** The name filled in before signing in came between, for the way there and back in this tab (QJ-10). */
export const handedName = {
	keep: (displayName: string) => storage.keepTabText(key, displayName || undefined),
	of: (): string | undefined => storage.tabText(key),
	forget: () => storage.keepTabText(key, undefined),
}
