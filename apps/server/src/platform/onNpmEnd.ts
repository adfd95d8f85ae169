const checkMs = 500

/**
 * Calls `onEnd` when the npm that executes this process (`npx parley`) is told to end: its shell ends and does not pass SIGTERM
 * on.
 *
 * @param npmCommand npm_command of the environment
 */
export function onNpmEnd(npmCommand: string | undefined, onEnd: () => void): void {
	if (npmCommand !== 'exec') return
	const shell = process.ppid
	const timer = setInterval(() => {
		if (process.ppid === shell) return
		clearInterval(timer)
		onEnd()
	}, checkMs)
	timer.unref()
}
