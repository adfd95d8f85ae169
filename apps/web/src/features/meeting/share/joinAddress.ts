/** Base64url without padding (OP-043). */
const encodeLinkPassword = (password: string) =>
	btoa(password).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')

/**
 * The address of a meeting with its password, so that no one types it. It is in the fragment, which browsers send to no
 * server: it is in no log and no `Referer`.
 */
export const withLinkPassword = (address: string, password: string | undefined): string =>
	password ? `${address}#pwd=${encodeLinkPassword(password)}` : address
