import { storage } from '../../storage/index.ts'
import { canGuestsJoin, useSite } from '../site/index.ts'

/**
 * The account name this device signed in with last. A site that wants everyone to sign in keeps none, for its devices
 * may be shared; elsewhere a person can have it forgotten.
 */
export const lastAccount = {
	read(): string | undefined {
		if (mayRemember()) return storage.read('lastAccount')
		lastAccount.forget()
		return undefined
	},
	remember(name: string) {
		if (mayRemember()) storage.write('lastAccount', name)
	},
	forget: () => storage.write('lastAccount', undefined),
}

const mayRemember = () => canGuestsJoin(useSite.getState())
