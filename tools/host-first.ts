import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The order of the files of a run: the ones with a real host first, which wait and compute for minutes while the others run beside them. */
export class HostFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isHost = ({ project }: TestSpecification) => project.name === 'host'
    return [...sorted.filter(isHost), ...sorted.filter((file) => !isHost(file))]
  }
}
