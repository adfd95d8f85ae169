import { afterEach } from 'vitest'

const resolvedOptions = Intl.DateTimeFormat.prototype.resolvedOptions
const usual = 'Asia/Shanghai'
let zone = usual

Intl.DateTimeFormat.prototype.resolvedOptions = function () {
	return { ...resolvedOptions.call(this), timeZone: zone }
}

/** Sets the zone of the reader's clock until the end of the test: by default that of the sites, wherever tests run. */
export function setReaderZone(name: string) {
	zone = name
}

afterEach(() => setReaderZone(usual))
