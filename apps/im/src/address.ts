export const guest = 'guest'

/** The page for another person; keeps the language of the address, and the group it invites to. */
export function addressOf(name: string, changes: Record<string, string | undefined> = {}): string {
	const query = new URLSearchParams(location.search)
	for (const [field, value] of Object.entries({ ...changes, as: name })) {
		if (value === undefined) query.delete(field)
		else query.set(field, value)
	}
	return `${import.meta.env.BASE_URL}?${query}`
}

/** The person shown before switching to the guest. */
export const before = (): string | null => new URLSearchParams(location.search).get('before')
