import { configure } from '@testing-library/react'

/**
 * `findBy…` and `waitFor` end when what they wait for is there, so a long limit costs nothing where a test is right; the
 * second that is usual is too short for a chunk and a render on a busy machine. Less than `testTimeout`, so that a test
 * that is wrong says what it waited for.
 */
configure({ asyncUtilTimeout: 15_000 })
