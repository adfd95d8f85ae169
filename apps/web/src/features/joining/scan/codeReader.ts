/** Reads the codes in a picture or in the current frame of a video. */
export interface CodeReader {
	read(source: ImageBitmapSource): Promise<string[]>
}

interface BarcodeDetector {
	detect(source: ImageBitmapSource): Promise<{ rawValue: string }[]>
}
interface DetectorClass {
	new (options: { formats: string[] }): BarcodeDetector
	getSupportedFormats(): Promise<string[]>
}

const formats = ['qr_code']

/** The `BarcodeDetector` of the browser where it reads QR codes, otherwise a polyfill whose WASM comes from our site. */
export async function openCodeReader(
	native = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector,
	loadPolyfill = loadDetectorPolyfill,
): Promise<CodeReader> {
	const supported = await native?.getSupportedFormats().catch(() => [] as string[])
	const Reader = native && supported?.includes('qr_code') ? native : await loadPolyfill()
	const reader = new Reader({ formats })
	return { read: async source => (await reader.detect(source)).map(code => code.rawValue) }
}

async function loadDetectorPolyfill(): Promise<DetectorClass> {
	const [{ BarcodeDetector, prepareZXingModule }, { default: wasmUrl }] = await Promise.all([
		import('barcode-detector/ponyfill'),
		import('zxing-wasm/reader/zxing_reader.wasm?url'),
	])
	prepareZXingModule({ overrides: { locateFile: () => wasmUrl } })
	return BarcodeDetector as unknown as DetectorClass
}
