import { settingNames } from './config.ts'

/** Variables that other programs of the product read: the probe, the proxies in `deploy`, and the scripts of a clone. */
const ofOtherPrograms = [
	/^PARLEY_(PROBE_PASSWORD|VERSION)$/,
	/^PARLEY_(CERTIFICATE|DOMAIN|UPSTREAMS|BIND_(HTTPS?|RTMP)|(NODE|RTMP)_\d+)$/,
	/^PARLEY_(TEST_\w+|BENCH_RUNS|BROWSER|FIREFOX|WEBKIT_(BROWSER|DRIVER)|XVFB|LOCALES|SOURCE_MAPS|VITE_PORT)$/,
]

/** Variables that Kubernetes sets in every container for a service whose name begins with `parley`. */
const ofServices = /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/

/** Returns the names of set variables that look like settings of the server and are none, such as misspelt ones. */
export const findUnknownSettings = (environment: Record<string, string | undefined>): string[] =>
	Object.entries(environment)
		.filter(([name, value]) => name.startsWith('PARLEY_') && value && !settingNames.includes(name))
		.filter(([name]) => !ofOtherPrograms.some(names => names.test(name)))
		// The port of such a service is an address, unlike that of a setting.
		.filter(([name, value]) => !ofServices.test(name) && !(name.endsWith('_PORT') && value?.includes('://')))
		.map(([name]) => name)
		.sort()
