/** A part of the page that could not be loaded is only fetched anew by a new page; anything else is rendered again. */
export function tryAgain(error: unknown, reset: () => void, reload: () => void = () => window.location.reload()) {
	isLoadFailure(error) ? reload() : reset()
}

/** What engines say of a script that does not come, and the builder's loader of a stylesheet. */
export const isLoadFailure = (error: unknown) =>
	error instanceof Error &&
	/dynamically imported module|module script|Importing a module|Unable to preload CSS/i.test(error.message)
