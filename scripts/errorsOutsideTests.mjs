import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { env } from 'node:process'
import { root } from './process.mjs'

/**
 * Reporter of vitest that writes the errors that no test has caught, which its JSON report leaves out, to PARLEY_TEST_ERRORS:
 * a JSON array of strings.
 */
// biome-ignore lint/style/noDefaultExport: vitest loads the default export of a reporter.
export default class ErrorsOutsideTests {
	onTestRunEnd(_modules, errors) {
		if (env.PARLEY_TEST_ERRORS) writeFileSync(env.PARLEY_TEST_ERRORS, JSON.stringify(errors.map(toText)))
	}
}

/** Vitest names the file in which the error was thrown, if it knows it. */
function toText({ name, message, VITEST_TEST_PATH: file }) {
	const text = `${name ?? 'Error'}: ${message ?? ''}`
	return file ? `${relative(root, file)}: ${text}` : text
}
