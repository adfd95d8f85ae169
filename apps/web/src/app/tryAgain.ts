/** A part of the page that could not be loaded is only fetched anew by a new page; anything else is rendered again. */
export function tryAgain(error: unknown, reset: () => void, reload: () => void = () => window.location.reload()) {
	isLoadFailure(error) ? reload() : reset()
}

const isLoadFailure = (error: unknown) =>
	error instanceof TypeError && /dynamically imported module|module script|Importing a module/i.test(error.message)
