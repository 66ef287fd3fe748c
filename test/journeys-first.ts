import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Whole journeys take longest and mostly wait: begun last, they would leave the processors idle at the end. */
export class JourneysFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isJourney = ({ moduleId, project }: TestSpecification) =>
      relative(project.config.root, moduleId).startsWith("test/");
    return [...sorted.filter(isJourney), ...sorted.filter((file) => !isJourney(file))];
  }
}
